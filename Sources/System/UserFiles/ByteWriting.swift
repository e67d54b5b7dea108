import Glibc

/// Writes bytes to an open descriptor.
public enum ByteWriting {
  /// Writes all bytes.
  ///
  /// It continues after a partial write and after a signal. If a nonblocking pipe is full, it waits.
  public static func write(
    _ bytes: [UInt8], to descriptor: Int32, called path: String
  ) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes), to: descriptor, called: path)
    }
  }

  /// Writes the bytes of a file from an offset on, each at its own place.
  ///
  /// Even if the write is cut off, every byte of the file is an old or a new one.
  static func write(
    _ bytes: [UInt8], from start: Int, into descriptor: Int32, called path: String
  ) throws(FileError) {
    var place = start
    while place < bytes.count {
      let (count, code) = bytes.withUnsafeBytes {
        (
          pwrite(descriptor, $0.baseAddress.map { $0 + place }, bytes.count - place, off_t(place)),
          errno
        )
      }
      if count > 0 { place += count }
      if count == 0 { throw FileError(path, "write", code: EIO) }
      if count < 0, code != EINTR { throw FileError(path, "write", code: code) }
    }
  }

  /// Writes all bytes of a buffer.
  public static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, called path: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      switch (count, errno) {
      case (1..., _): written += count
      case (0, _): throw FileError(path, "write", code: EIO)
      case (_, EINTR): continue
      case (_, EAGAIN): SystemCall.wait(for: descriptor, POLLOUT)
      case (_, let code): throw FileError(path, "write", code: code)
      }
    }
  }
}
