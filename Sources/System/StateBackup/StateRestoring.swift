import ExactText
import GRDB
import Glibc
import SQLiteFiles
import UserFiles

/// Puts a backup in place of a state.
package struct StateRestoring {
  private let folder: String

  /// Prepares a restoration.
  ///
  /// - Parameter folder: The folder of the state, which need not exist.
  package init(_ folder: String) { self.folder = folder }

  /// Puts all files of a backup in place at once, and keeps those that they replace.
  ///
  /// - Parameters:
  ///   - aside: The folder that the former state is moved to; it must not exist.
  ///   - name: Makes a name for what clients of a server have been told, so that their tokens are not believed any more.
  /// - Returns: True if there was a state before.
  /// - Throws: `StateBackupError` or `FileError`; then nothing is changed.
  package func restore(
    _ backup: StateBackup, aside: String, newName name: () -> String
  ) throws -> Bool {
    let isThere = FileTree.isFolder(folder)
    if isThere { try refuseUse() }
    let new = "\(folder).restoring-\(getpid())"
    do {
      try write(backup, to: new)
      try renameServed(in: backup, at: new, name)
      try FolderExchange.put(new, at: folder, keeping: isThere ? aside : nil)
    } catch {
      Self.remove(backup, at: new)
      throw error
    }
    return isThere
  }

  /// Refuses a state of which a run has a database open: what that writes later would be lost.
  private func refuseUse() throws {
    let names = try FileTree.files(in: folder) { $0.hasSuffix(".sqlite") }.files
    for name in names {
      let path = "\(folder)/\(name)"
      do {
        let queue = try DatabaseQueue(path: path)
        // SQLite leaves this mode only if nobody else has the file open; then all changes are in the one file.
        try queue.inDatabase { database in
          let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") ?? ""
          guard !mode.lowercased().hasPrefix("wal") else { throw StateBackupError.inUse(path) }
        }
        try queue.close()
      } catch let error as DatabaseError
        where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
      {
        throw StateBackupError.inUse(path)
      } catch is DatabaseError {}  // one that is damaged is what a backup is for
    }
  }

  private func write(_ backup: StateBackup, to new: String) throws {
    try PrivateFolder.make(new)
    for file in backup.files {
      let path = "\(new)/\(file.name)"
      if let slash = path.lastIndex(of: "/") { try PrivateFolder.make(String(path[..<slash])) }
      try PrivateFile.write(file.bytes, to: path)
    }
  }

  /// Gives what clients have been told another name, and finds out whether a database is whole.
  private func renameServed(
    in backup: StateBackup, at new: String, _ name: () -> String
  ) throws {
    for file in backup.files where file.bytes.starts(with: StateBackup.databaseMark) {
      do {
        let queue = try DatabaseQueue(path: "\(new)/\(file.name)")
        let other = name()
        try queue.inDatabase { database in
          if try HeldDatabase.fault(of: database) != nil { throw StateBackupError.damaged(file.name) }
          guard try database.tableExists("servedState") else { return }
          try database.execute(sql: "UPDATE servedState SET name = ?", arguments: [other])
        }
        try queue.close()
      } catch is DatabaseError { throw StateBackupError.damaged(file.name) }
    }
  }

  /// Removes what was written for nothing.
  private static func remove(_ backup: StateBackup, at new: String) {
    for file in backup.files {
      for ending in ["", "-wal", "-shm", "-journal"] { unlink("\(new)/\(file.name)\(ending)") }
    }
    for folder in FileTree.folders(in: new).reversed() { rmdir(folder) }
  }
}
