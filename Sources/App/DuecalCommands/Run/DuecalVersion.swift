import CProcess
import ICalendar

/// Which duecal this is.
enum DuecalVersion {
  /// The version, raised by hand with the changelog.
  static let number = "0.2.0"

  /// What `--version` says.
  static var text: String {
    "duecal \(number) (\(commit))\nlibical \(Libical.version)"
  }

  /// The commit that this was built from; `make` tells it to the build, `swift build` alone does not.
  private static var commit: String {
    let name = String(cString: duecal_commit())
    return name.isEmpty ? "commit unknown" : name
  }
}
