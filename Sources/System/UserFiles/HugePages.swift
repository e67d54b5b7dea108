import Glibc

/// Requests huge pages for memory that is about to be filled: a page fault for every 4096 bytes costs more than reading
/// them.
enum HugePages {
  private static let size = 1 << 21

  /// Requests huge pages for the complete pages of a buffer; the system may ignore it.
  static func advise(_ buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count >= 2 * size, let base = buffer.baseAddress else { return }
    let skipped = (size - Int(bitPattern: base) % size) % size
    _ = madvise(base + skipped, (buffer.count - skipped) / size * size, MADV_HUGEPAGE)
  }
}
