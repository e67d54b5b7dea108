extension Sequence<UInt8> {
  /// A checksum of 64 bits (FNV-1a), which stores keep, so it must never change.
  package var sum: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { sum, byte in (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
