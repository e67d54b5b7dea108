import Glibc

/// The files of a command that was given none: those that `DUECAL_FILES` names.
enum DefaultSources {
  /// The paths that were given, else those of the variable, which are parted by colons as in `PATH`.
  ///
  /// - Throws: `ExitStatus.usage`, which is said, where nobody names a file.
  static func paths(
    _ given: [String], _ surroundings: Surroundings
  ) throws(ExitStatus) -> [String] {
    let named = given.isEmpty ? ofVariable(surroundings) : given
    guard named.isEmpty else { return named }
    Output.error.print(
      "duecal: no file is named; expected one as an argument, or in the variable DUECAL_FILES")
    throw .usage
  }

  private static func ofVariable(_ surroundings: Surroundings) -> [String] {
    (surroundings.environment["DUECAL_FILES"] ?? "").split(separator: ":").map(String.init)
  }
}
