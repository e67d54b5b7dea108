import GRDB
import Glibc

/// The file of a cache, which is rebuilt under another name if it is damaged.
///
/// Other processes may still have the damaged file open, and SQLite finds the files that belong to a database by its
/// name.
public struct RebuildableFile: Sendable {
  /// The path without the number of a generation.
  private let path: String
  /// The number of damaged files before the current one.
  private let generation: Int

  /// Finds the first file that is not marked as damaged.
  public init(_ path: String) {
    self.path = path
    var generation = 0
    while access(Self.mark(path, generation), F_OK) == 0 { generation += 1 }
    self.generation = generation
  }

  /// The path of the current file.
  public var current: String { Self.name(path, generation) }

  /// True if an error reports that the file is damaged, or not an SQLite database.
  public static func isDamage(shownBy error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// Marks the file as damaged, so that the next process that opens it creates a new one.
  ///
  /// The damaged file is kept until the next one is discarded.
  ///
  /// - Returns: False if the file could not be marked.
  public func discard() -> Bool {
    let descriptor = open(Self.mark(path, generation), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    // The first file is never removed: a wrong path may have named someone else's file.
    if generation > 1 {
      for ending in ["", "-wal", "-shm"] { unlink(Self.name(path, generation - 1) + ending) }
    }
    return true
  }

  private static func name(_ path: String, _ generation: Int) -> String {
    generation == 0 ? path : "\(path)-\(generation)"
  }

  private static func mark(_ path: String, _ generation: Int) -> String {
    name(path, generation) + ".damaged"
  }
}
