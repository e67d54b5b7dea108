/// A hash of 128 bits that is the same on every machine and in every run: SipHash-2-4 with a fixed key.
///
/// It distinguishes texts and keeps no secret. `Hasher` has another seed in each run, and a cryptographic package
/// would take most of the time of a first build.
public struct SipHash128: Sendable {
  private var v0: UInt64 = 0x736F_6D65_7073_6575
  private var v1: UInt64 = 0x646F_7261_6E64_6F6D ^ 0xEE
  private var v2: UInt64 = 0x6C79_6765_6E65_7261
  private var v3: UInt64 = 0x7465_6462_7974_6573
  private var tail: UInt64 = 0
  private var count: UInt64 = 0

  /// Creates a hash of nothing.
  ///
  /// - Parameter key: The key, as two words; another key gives another function.
  public init(key: (UInt64, UInt64) = (0x6475_6563_616C_2031, 0x6964_656E_7469_7479)) {
    v0 ^= key.0
    v1 ^= key.1
    v2 ^= key.0
    v3 ^= key.1
  }

  /// Adds bytes.
  public mutating func combine(bytes: some Sequence<UInt8>) {
    for byte in bytes { add(UInt64(byte), bytes: 1) }
  }

  /// Adds contiguous bytes, eight at a time.
  public mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      add(UInt64(littleEndian: word), bytes: 8)
      index += 8
    }
    guard index < bytes.count else { return }
    var rest: UInt64 = 0
    for place in index..<bytes.count { rest |= UInt64(bytes[place]) << ((place - index) * 8) }
    add(rest, bytes: UInt64(bytes.count - index))
  }

  /// Adds the lowest bytes of a word, one to eight; its other bytes are zero.
  @inline(__always)
  private mutating func add(_ word: UInt64, bytes: UInt64) {
    let waiting = count & 7
    count += bytes
    tail |= word << (waiting * 8)
    guard waiting + bytes >= 8 else { return }
    compress(tail)
    tail = waiting == 0 ? 0 : word >> ((8 - waiting) * 8)
  }

  /// Adds a range of bytes and their end, so that adjacent ranges stay distinct.
  public mutating func combine(_ bytes: [UInt8], _ range: Range<Int>) {
    combine(range.count)
    bytes.withUnsafeBytes { combine(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Adds a text and its end: `ab`, `c` differs from `a`, `bc`.
  public mutating func combine(_ text: String) {
    combine(text.utf8.count)
    var text = text
    text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a number.
  public mutating func combine(_ number: Int) {
    add(UInt64(bitPattern: Int64(number)), bytes: 8)
  }

  /// The hash of everything that was added.
  public consuming func finalize() -> (UInt64, UInt64) {
    compress(tail | count << 56)
    v2 ^= 0xEE
    for _ in 0..<4 { round() }
    let first = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xDD
    for _ in 0..<4 { round() }
    return (first, v0 ^ v1 ^ v2 ^ v3)
  }

  private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func round() {
    v0 = v0 &+ v1
    v1 = rotate(v1, 13) ^ v0
    v0 = rotate(v0, 32)
    v2 = v2 &+ v3
    v3 = rotate(v3, 16) ^ v2
    v0 = v0 &+ v3
    v3 = rotate(v3, 21) ^ v0
    v2 = v2 &+ v1
    v1 = rotate(v1, 17) ^ v2
    v2 = rotate(v2, 32)
  }

  private func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}

extension SipHash128 {
  /// The hash as 32 hexadecimal digits.
  public consuming func hexadecimal() -> String {
    let (first, second) = finalize()
    return String(unsafeUninitializedCapacity: 32) { text in
      Self.write(first, to: text, at: 0)
      Self.write(second, to: text, at: 16)
      return 32
    }
  }

  /// The hash as a UUID of version 8 (RFC 9562): 122 of its bits.
  public consuming func uuid() -> String {
    var (first, second) = finalize()
    first = first & ~0xF000 | 0x8000
    second = second & ~(3 << 62) | 2 << 62
    return String(unsafeUninitializedCapacity: 36) { text in
      Self.write(first >> 32, to: text, at: 0, count: 8)
      Self.write(first >> 16, to: text, at: 9, count: 4)
      Self.write(first, to: text, at: 14, count: 4)
      Self.write(second >> 48, to: text, at: 19, count: 4)
      Self.write(second, to: text, at: 24, count: 12)
      for place in [8, 13, 18, 23] { text[place] = UInt8(ascii: "-") }
      return 36
    }
  }

  /// A word as 16 hexadecimal digits.
  public static func digits(_ word: UInt64) -> String {
    String(unsafeUninitializedCapacity: 16) { text in
      write(word, to: text, at: 0)
      return 16
    }
  }

  /// Writes the last hexadecimal digits of a word, all 16 by default, to a place in a text.
  public static func write(
    _ word: UInt64, to text: UnsafeMutableBufferPointer<UInt8>, at start: Int, count: Int = 16
  ) {
    var rest = word
    for place in (start..<start + count).reversed() {
      let value = UInt8(truncatingIfNeeded: rest & 15)
      text[place] = value < 10 ? 0x30 + value : 0x57 + value
      rest >>= 4
    }
  }
}
