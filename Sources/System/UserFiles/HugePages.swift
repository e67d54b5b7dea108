import Glibc

/// Asks the system for memory in few large pages where much of it is about to be filled: a fault for
/// every 4096 bytes costs more than reading them.
enum HugePages {
  private static let size = 1 << 21

  /// Asks for the whole pages of a buffer; the system may do as it likes.
  static func advise(_ buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count >= 2 * size, let base = buffer.baseAddress else { return }
    let skipped = (size - Int(bitPattern: base) % size) % size
    _ = madvise(base + skipped, (buffer.count - skipped) / size * size, MADV_HUGEPAGE)
  }
}
