import GRDB
import Glibc

/// The file of a cache that is made anew where it is damaged: under another name, for others may still have it open, and SQLite
/// finds what belongs to a file by its name.
public struct RebuildableFile: Sendable {
  /// The file as it is called.
  private let path: String
  /// How many before it were damaged.
  private let generation: Int

  /// Finds the file that is not known to be damaged.
  public init(_ path: String) {
    self.path = path
    var generation = 0
    while access(Self.mark(path, generation), F_OK) == 0 { generation += 1 }
    self.generation = generation
  }

  /// Where the file is.
  public var current: String { Self.name(path, generation) }

  /// True if an error says that a file is damaged, or none of SQLite's.
  public static func isDamage(shownBy error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// Lets whoever opens it next make a new one; the damaged one is kept until the next is.
  ///
  /// - Returns: False where that cannot be remembered.
  public func discard() -> Bool {
    let descriptor = open(Self.mark(path, generation), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    // The first may be anybody's, where a wrong name was given.
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
