import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskEditing
import UserFiles

/// The default files of commands.
enum DefaultSources {
  /// The given paths, or those of `DUECAL_FILES`, which are separated by colons as in `PATH`, or those of the
  /// configuration, or the files of named tasks.
  ///
  /// - Parameter names: The names of tasks, such as `home.taskpaper:12`.
  /// - Throws: `ExitStatus.usage`, after a report, if none of these names a file.
  static func paths(
    _ given: [String], naming names: [String] = [], _ runEnvironment: RunEnvironment
  ) throws(ExitStatus) -> [String] {
    if given.isEmpty { try refuseStore(in: runEnvironment.environment) }
    let wanted = given.isEmpty ? usual(runEnvironment) : given
    let paths = wanted.isEmpty ? files(of: names) : wanted
    guard paths.isEmpty else { return paths }
    let configuration = ConfigurationFile(runEnvironment.environment)?.path ?? "the configuration"
    Output.error.print(
      "duecal: no file is given; expected one as an argument, in the variable DUECAL_FILES, or as "
        + "files in \(configuration.visible)")
    throw .usage
  }

  /// The files in names of the form FILE:LINE.
  private static func files(of names: [String]) -> [String] {
    var seen: ExactSet = []
    return names.compactMap { TaskLookup.place(in: $0) }.map { String($0.file) }
      .filter { FileTree.isFile($0) && seen.insert($0).inserted }
  }

  /// Refuses `DUECAL_FILES` with a store in it.
  ///
  /// The colon would split the store's address into files; a name of `[stores]` has none. A file with the name of the
  /// scheme is allowed.
  private static func refuseStore(in environment: [String: String]) throws(ExitStatus) {
    let parts = ofVariable(environment)
    for (scheme, rest) in zip(parts, parts.dropFirst()) {
      let address = "\(scheme):\(rest)"
      let isFile = FileTree.isFile(scheme) || FileTree.isFolder(scheme)
      guard StoreAddress.isOne(address), !isFile else { continue }
      Output.error.print(
        "duecal: DUECAL_FILES: \(address.quoted) is a store, not a file; expected paths, and names from [stores], separated by colons"
          .visible)
      throw .configuration
    }
  }

  /// The default paths; empty if none are set.
  static func usual(_ runEnvironment: RunEnvironment) -> [String] {
    let named = ofVariable(runEnvironment.environment)
    return named.isEmpty ? runEnvironment.configuration.files ?? [] : named
  }

  /// The paths of `DUECAL_FILES`.
  static func ofVariable(_ environment: [String: String]) -> [String] {
    (environment["DUECAL_FILES"] ?? "").split(separator: ":").map(String.init)
  }
}
