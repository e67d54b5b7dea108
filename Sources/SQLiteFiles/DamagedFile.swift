import GRDB
import Glibc

/// A file of SQLite that is damaged, or none at all.
public enum DamagedFile {
  /// True if an error says that a file is one.
  public static func isSaid(by error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// Lets a file and what belongs to it have other names, so that a new one can be made; it is kept until the next one is
  /// damaged.
  ///
  /// - Returns: False where that is not possible.
  public static func setAside(_ path: String) -> Bool {
    for ending in ["-wal", "-shm"] where rename(path + ending, "\(path).damaged\(ending)") != 0 {
      unlink("\(path).damaged\(ending)")
    }
    return rename(path, "\(path).damaged") == 0
  }
}
