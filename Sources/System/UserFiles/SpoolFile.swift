import CLinuxFiles
import Glibc

/// A file without a name, for bytes that wait and need not be in memory; it goes with the process.
final class SpoolFile: Sendable {
  private let descriptor: Int32
  private let folder: String

  /// Makes a file in a folder; nil where the folder or its file system does not allow it.
  init?(in folder: String) {
    let flags = duecal_unnamed_file | O_DIRECTORY | O_RDWR | O_CLOEXEC
    descriptor = open(folder, flags, 0o600)
    self.folder = folder
    if descriptor < 0 { return nil }
  }

  deinit { _ = close(descriptor) }

  /// Writes bytes where the file ends; false where it does not end there, or they did not arrive.
  func append(_ bytes: [UInt8], at end: Int) -> Bool {
    guard lseek(descriptor, 0, SEEK_END) == off_t(end) else { return false }
    return (try? ByteWriting.write(bytes, to: descriptor, called: folder)) != nil
  }

  /// Reads a range, a piece at a time.
  func forEachPiece(
    of range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    var buffer = [UInt8](repeating: 0, count: min(range.count, 1 << 18))
    var start = range.lowerBound
    while start < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - start)
      let count = try read(into: &buffer, wanted, at: start)
      try buffer.withUnsafeBufferPointer { (bytes) throws(FileError) in
        try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
      }
      start += count
    }
  }

  private func read(
    into buffer: inout [UInt8], _ wanted: Int, at start: Int
  ) throws(FileError) -> Int {
    while true {
      let (count, code) = buffer.withUnsafeMutableBytes {
        (pread(descriptor, $0.baseAddress, wanted, off_t(start)), errno)
      }
      if count > 0 { return count }
      if count == 0 { throw FileError(folder, "read", code: EIO) }
      if code != EINTR { throw FileError(folder, "read", code: code) }
    }
  }
}
