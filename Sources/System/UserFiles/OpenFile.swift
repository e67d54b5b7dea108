import Glibc

/// An open file, closed when it goes.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { _ = close(descriptor) }

  /// Gives the descriptor away, to somebody else who closes it.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  /// What the system knows of the file.
  func status(_ path: String, _ action: String) throws(FileError) -> stat {
    var status = stat()
    try SystemCall.make(path, action) { fstat(descriptor, &status) }
    return status
  }

  /// How a lock was come by.
  enum Locking {
    /// It is ours.
    case held
    /// Somebody else has it.
    case refused
    /// The file system has none.
    case unsupported
  }

  /// Locks the file without waiting; the lock goes with the descriptor, also when we are killed.
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

  /// Brings the bytes to the disk.
  ///
  /// A sync that fails is not tried again: the system has forgotten the bytes by then. Some file
  /// systems have more to say when a file is closed, so a second descriptor is; this one stays, for
  /// the lock is on it.
  func sync(_ path: String) throws(FileError) {
    try SystemCall.make(path, "write") { fsync(descriptor) }
    let second = try SystemCall.make(path, "write") { dup(descriptor) }
    guard close(second) == 0 || errno == EINTR else { throw FileError(path, "write") }
  }
}
