import DuecalConfiguration
import UserFiles

/// Where duecal keeps what it has to know from one run to the next.
struct StateFolder {
  /// The folder, which need not be there.
  let path: String
  /// Where Neovim, which follows the same rule, keeps its swap files.
  let swapFolders: [String]
  private let backupLimit: Int

  /// Takes `$XDG_STATE_HOME/duecal`, or `~/.local/state/duecal`.
  ///
  /// - Throws: `ExitStatus.configuration` where neither is set.
  init(_ runEnvironment: RunEnvironment) throws(ExitStatus) {
    guard let folder = Self.named(runEnvironment) else {
      Output.error.print(
        "duecal: HOME is not set; expected it, or XDG_STATE_HOME, to name where state is kept")
      throw .configuration
    }
    self = folder
  }

  private init(home: String, _ configuration: Configuration) {
    path = "\(home)/duecal"
    swapFolders = ["\(home)/nvim/swap"]
    backupLimit = configuration.backupLimit.map { $0 * 1_000_000 } ?? Backups.usualLimit
  }

  /// The folder that the environment names, nil where it names none; a relative path is no name (XDG Base
  /// Directory Specification).
  static func named(_ runEnvironment: RunEnvironment) -> StateFolder? {
    let named = ["XDG_STATE_HOME", "HOME"].map { runEnvironment.environment[$0] ?? "" }
    if named[0].hasPrefix("/") { return StateFolder(home: named[0], runEnvironment.configuration) }
    guard named[1].hasPrefix("/") else { return nil }
    return StateFolder(home: "\(named[1])/.local/state", runEnvironment.configuration)
  }

  /// Takes the lock of the folder, and waits some seconds for another run that has it.
  ///
  /// - Parameter held: The lock, if the run has it already.
  func lock(unless held: FolderLock? = nil) throws(FileError) -> FolderLock {
    if let held { return held }
    return try FolderLock.wait(for: path, seconds: 10)
  }

  /// Where the old versions of task files are.
  var backups: Backups { Backups(folder: "\(path)/backups", limit: backupLimit) }
}
