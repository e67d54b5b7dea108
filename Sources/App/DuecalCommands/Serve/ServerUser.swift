import ExactText

/// The person whose tasks are served.
enum ServerUser {
  /// The name of the user of this machine.
  static func usual(_ runEnvironment: RunEnvironment) -> String {
    let name = runEnvironment.environment["USER"] ?? ""
    return name.isEmpty ? "me" : name
  }
}
