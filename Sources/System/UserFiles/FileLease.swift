import CLinuxFiles
import Glibc

/// A lease of the system on a file: programs that open the file for writing have to wait.
///
/// Without it, a program that opened the file before a rename would write into the old file, which has no name any
/// more. A lease is granted only if no program has the file open for writing. A program that opens it later waits until
/// the lease is released, and `isAwaited` reports that.
struct FileLease: ~Copyable {
  private let descriptor: Int32

  /// The answer to a request for a lease.
  enum Answer: ~Copyable {
    case given(FileLease)
    /// Another program has the file open.
    case refused
    /// The file system has no leases, or this person may not request one.
    case unsupported
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { _ = fcntl(descriptor, duecal_set_lease, F_UNLCK) }

  /// Requests a lease on an open file: for reading, or for writing if no other program has it open.
  static func ask(
    for descriptor: Int32, _ path: String, toWrite: Bool = false
  ) throws(FileError) -> Answer {
    // The signal that reports a waiting program would end this process, so it has to be an ignored one.
    _ = fcntl(descriptor, duecal_set_lease_signal, SIGURG)
    do throws(FileError) {
      try SystemCall.make(path, "lock") {
        fcntl(descriptor, duecal_set_lease, toWrite ? F_WRLCK : F_RDLCK)
      }
      return .given(FileLease(descriptor))
    } catch {
      if error.code == EAGAIN { return .refused }
      guard error.isImpossible || error.code == ENOLCK else { throw error }
      return .unsupported
    }
  }

  /// True if a program waits to write.
  var isAwaited: Bool {
    let kind = fcntl(descriptor, duecal_get_lease)
    return kind != F_RDLCK && kind != F_WRLCK
  }
}
