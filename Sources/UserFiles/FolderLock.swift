import Glibc

/// The right to write the files of a folder, which one run has at a time: `flock` on the folder.
///
/// A folder on a file system that has no locks is not locked.
public final class FolderLock: Sendable {
  private let folder: OpenFileBox

  /// Takes the lock of a folder, without waiting.
  ///
  /// - Throws: An error that `isPassing` if another run has it.
  public init(for path: String) throws(FileError) {
    let file = OpenFile(
      try SystemCall.make(path, "write") { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    guard try file.lock(path) != .refused else { throw FileError.locked(path) }
    folder = OpenFileBox(file)
  }
}

/// An open file that several may hold.
private final class OpenFileBox: Sendable {
  private let descriptor: Int32

  init(_ file: consuming OpenFile) { descriptor = file.release() }

  deinit { _ = close(descriptor) }
}
