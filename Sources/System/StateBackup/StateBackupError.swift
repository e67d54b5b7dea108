/// Why a state is not backed up or restored.
package enum StateBackupError: Error, Hashable, CustomStringConvertible {
  /// There is no folder of the state.
  case noState(String)
  /// A database cannot be copied.
  case database(String, reason: String)
  /// The name of a file is too long for a backup.
  case longName(String)
  /// The file is no backup.
  case noBackup
  /// A file of the backup is not as it was written.
  case damaged(String)
  /// A later version wrote the backup.
  case later(String)
  /// Another run has a database open.
  case inUse(String)

  /// True if it may pass by itself.
  package var isPassing: Bool { if case .inUse = self { true } else { false } }

  package var description: String {
    switch self {
    case .noState(let path): "\(path): there is no state; expected one to back up"
    case .database(let path, let reason): "\(path): \(reason); nothing is written"
    case .longName(let name): "\(name): the name is too long for a backup; nothing is written"
    case .noBackup: "this is not a backup; expected a file that duecal state backup has written"
    case .damaged(let name): "\(name) is damaged in the backup; nothing is restored"
    case .later(let version):
      "duecal \(version) wrote this backup; expected this version, or an earlier one"
    case .inUse(let path):
      "\(path): another run uses this; expected none, such as duecal serve or duecal sync --watch; nothing is restored"
    }
  }
}
