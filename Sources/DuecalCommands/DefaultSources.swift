/// The files of a command that was given none.
enum DefaultSources {
  /// The paths that were given, else those of `DUECAL_FILES`, which are parted by colons as in `PATH`,
  /// else those of the configuration.
  ///
  /// - Throws: `ExitStatus.usage`, which is said, where nobody names a file.
  static func paths(
    _ given: [String], _ surroundings: Surroundings
  ) throws(ExitStatus) -> [String] {
    let named = given.isEmpty ? usual(surroundings) : given
    guard named.isEmpty else { return named }
    Output.error.print(
      "duecal: no file is named; expected one as an argument, in the variable DUECAL_FILES, or as "
        + "files of the configuration")
    throw .usage
  }

  /// The paths where none is given; none where nobody names any.
  static func usual(_ surroundings: Surroundings) -> [String] {
    let named = ofVariable(surroundings.environment)
    return named.isEmpty ? surroundings.configuration.files ?? [] : named
  }

  /// The paths of `DUECAL_FILES`.
  static func ofVariable(_ environment: [String: String]) -> [String] {
    (environment["DUECAL_FILES"] ?? "").split(separator: ":").map(String.init)
  }
}
