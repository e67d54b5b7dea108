extension Sequence<UInt8> {
  /// A checksum of 64 bits (FNV-1a), which stores keep, so it must never change.
  package var sum: UInt64 {
    withContiguousStorageIfAvailable(TextSum.of) ?? Array(self).withUnsafeBufferPointer(TextSum.of)
  }
}

/// The checksum of bytes in one piece of memory, which the compiler can make fast.
private enum TextSum {
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { sum, byte in
      (sum ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
