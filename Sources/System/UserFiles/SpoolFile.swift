import CLinuxFiles
import Glibc

/// An unnamed temporary file for bytes that need not be in memory; it is removed with the process.
final class SpoolFile: Sendable {
  private let descriptor: Int32
  private let folder: String

  /// Creates a file in a folder; nil if the folder or its file system does not allow it.
  init?(in folder: String) {
    let flags = duecal_unnamed_file | O_DIRECTORY | O_RDWR | O_CLOEXEC
    descriptor = open(folder, flags, 0o600)
    self.folder = folder
    if descriptor < 0 { return nil }
  }

  deinit { _ = close(descriptor) }

  /// Appends bytes at the expected end of the file; false if the file has another end, or the write failed.
  func append(_ bytes: [UInt8], at end: Int) -> Bool {
    guard lseek(descriptor, 0, SEEK_END) == off_t(end) else { return false }
    return (try? ByteWriting.write(bytes, to: descriptor, called: folder)) != nil
  }

  /// Reads a range in pieces.
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
