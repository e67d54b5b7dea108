import CLinuxFiles
import Glibc

/// The promise of the system to let others wait who open a file to write it.
///
/// Without it, a program that has opened the file before a rename would write into the old one, which
/// nobody sees any more. It is given only where nobody has the file open so; who comes then waits
/// until it is given back, and `isAwaited` tells so.
struct FileLease: ~Copyable {
  private let descriptor: Int32

  /// What became of asking for a lease.
  enum Answer: ~Copyable {
    case given(FileLease)
    /// Somebody has the file open.
    case refused
    /// The file system has none, or this person may not ask.
    case unsupported
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { _ = fcntl(descriptor, duecal_set_lease, F_UNLCK) }

  /// Asks for a lease on what is open, to be read or, as the only one who has it, to be written.
  static func ask(
    for descriptor: Int32, _ path: String, toWrite: Bool = false
  ) throws(FileError) -> Answer {
    // Who waits is told by a signal, which would end the process but for one that is ignored.
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

  /// True if somebody waits to write.
  var isAwaited: Bool {
    let kind = fcntl(descriptor, duecal_get_lease)
    return kind != F_RDLCK && kind != F_WRLCK
  }
}
