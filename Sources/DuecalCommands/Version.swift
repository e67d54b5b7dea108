/// Which duecal this is.
enum Version {
  /// The version, raised by hand with the changelog.
  static let number = "0.1.0"

  /// What `--version` says.
  static var text: String { number }
}
