import Glibc

/// Writes bytes to what is open: the one loop of its kind.
public enum ByteWriting {
  /// Writes all bytes.
  ///
  /// A write may take a part only, a signal may come between, and a pipe that does not block may be
  /// full: then it is waited for.
  public static func write(
    _ bytes: [UInt8], to descriptor: Int32, called path: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let (count, code) = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return (Glibc.write(descriptor, rest.baseAddress, rest.count), errno)
      }
      switch (count, code) {
      case (1..., _): written += count
      case (0, _): throw FileError(path, "write", code: EIO)
      case (_, EINTR): continue
      case (_, EAGAIN): SystemCall.wait(for: descriptor, POLLOUT)
      default: throw FileError(path, "write", code: code)
      }
    }
  }
}
