import Glibc

/// The right to write the files of a folder, which one run has at a time: `flock` on the folder.
///
/// A folder on a file system without locks is not locked.
public final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of a folder, without waiting.
  ///
  /// - Throws: An error that `isPassing` if another run has it.
  public init(for path: String) throws(FileError) {
    let folder = OpenFile(
      try SystemCall.make(path, "write") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    guard try folder.lock(path) != .refused else { throw FileError.locked(path) }
    descriptor = folder.release()
  }

  /// Takes the lock of a folder, and waits some seconds for another run that has it.
  ///
  /// - Throws: An error that `isPassing` if the other run still has it then.
  public static func wait(
    for path: String, seconds: Int = 5
  ) throws(FileError) -> FolderLock {
    for _ in 0..<(100 * seconds) {
      do throws(FileError) {
        return try FolderLock(for: path)
      } catch {
        guard error.isPassing else { throw error }
        usleep(10_000)
      }
    }
    throw FileError.locked(path)
  }

  deinit { _ = close(descriptor) }
}
