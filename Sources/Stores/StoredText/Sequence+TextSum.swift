extension Sequence<UInt8> {
  /// A sum of 64 bits that is another one if a byte is (FNV-1a); it stays as it is, for stores keep it.
  package var sum: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { sum, byte in (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
