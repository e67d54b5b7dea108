import Glibc

/// An open file, which is closed when the value is destroyed.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  /// Returns the descriptor to a caller, who has to close it.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  /// The status of the file.
  func status(_ path: String, _ action: String) throws(FileError) -> stat {
    var status = stat()
    try SystemCall.make(path, action) { fstat(descriptor, &status) }
    return status
  }

  /// The result of an attempt to lock a file.
  enum Locking {
    /// This process has the lock.
    case held
    /// Another process has the lock.
    case refused
    /// The file system has no locks.
    case unsupported
  }

  /// Locks the file without waiting; the lock is released with the descriptor, even if this process is killed.
  func lock(_ path: String) throws(FileError) -> Locking {
    do throws(FileError) {
      try SystemCall.make(path, "lock") { flock(descriptor, LOCK_EX | LOCK_NB) }
      return .held
    } catch {
      switch error.code {
      case EWOULDBLOCK: return .refused
      case ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL: return .unsupported
      default: throw error
      }
    }
  }

  /// Syncs the bytes.
  ///
  /// A failed sync is not retried, because the system has discarded the bytes by then. Some file systems report errors
  /// only when a file is closed, so a duplicate descriptor is closed; this one stays open, because it has the lock.
  func sync(_ path: String) throws(FileError) {
    try SystemCall.make(path, "write") { fsync(descriptor) }
    let second = try SystemCall.make(path, "write") { dup(descriptor) }
    guard close(second) == 0 || errno == EINTR else { throw FileError(path, "write") }
  }
}
