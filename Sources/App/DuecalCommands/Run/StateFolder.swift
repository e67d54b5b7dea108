import DuecalConfiguration
import TaskDates
import UserFiles

/// The folder with the data that duecal keeps between runs.
struct StateFolder {
  /// The path of the folder, which need not exist.
  let path: String
  /// The folders for the swap files of Neovim, which also follows the XDG specification.
  let swapFolders: [String]
  private let backupLimit: Int

  /// Finds `$XDG_STATE_HOME/duecal`, or `~/.local/state/duecal`.
  ///
  /// - Throws: `ExitStatus.configuration` if neither is set.
  init(_ runEnvironment: RunEnvironment) throws(ExitStatus) {
    guard let folder = Self.named(runEnvironment) else {
      Output.error.print(
        "duecal: HOME is not set; expected HOME, or XDG_STATE_HOME for the folder of the state")
      throw .configuration
    }
    self = folder
  }

  private init(home: String, _ configuration: Configuration) {
    path = "\(home)/duecal"
    swapFolders = ["\(home)/nvim/swap"]
    backupLimit = configuration.backupLimit.map { $0 * 1_000_000 } ?? Backups.usualLimit
  }

  /// The folder of the environment; nil if it sets none.
  ///
  /// A relative path counts as not set (XDG Base Directory Specification).
  static func named(_ runEnvironment: RunEnvironment) -> StateFolder? {
    let named = ["XDG_STATE_HOME", "HOME"].map { runEnvironment.environment[$0] ?? "" }
    if named[0].hasPrefix("/") { return StateFolder(home: named[0], runEnvironment.configuration) }
    guard named[1].hasPrefix("/") else { return nil }
    return StateFolder(home: "\(named[1])/.local/state", runEnvironment.configuration)
  }

  /// Locks the folder, and waits some seconds for another run.
  func lock() throws(FileError) -> FolderLock {
    try FolderLock.wait(for: path, seconds: 10)
  }

  /// The old versions of task files.
  var backups: Backups { Backups(folder: "\(path)/backups", limit: backupLimit) }

  /// The edits of a run, which are kept among the old versions.
  ///
  /// - Parameters:
  ///   - command: The name of the run.
  ///   - isForced: Whether files that an editor has open are edited too.
  ///   - run: The number of the run; nil if the first edit gives it one.
  func edits(
    by command: String, _ purpose: BackedUpEdit.Purpose, isForced: Bool = false, run: Int? = nil,
    _ runEnvironment: RunEnvironment
  ) -> FileEdits {
    FileEdits(
      keepingIn: backups, command: command, time: runEnvironment.now.seconds, purpose: purpose,
      care: isForced ? .none : .open, swapFolders: swapFolders, run: run)
  }
}
