extension Sequence<UInt8> {
  /// A sum of 64 bits that is another one if a byte is (FNV-1a).
  var sum: Int64 {
    let hash = reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }
}
