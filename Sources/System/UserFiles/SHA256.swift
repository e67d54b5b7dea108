/// The checksum that identifies bytes, as `sha256sum` prints it (FIPS 180-4).
public enum SHA256 {
  /// The checksum of some bytes, in 64 hexadecimal digits.
  public static func digits(of bytes: [UInt8]) -> String {
    var state = start
    let whole = bytes.count / 64 * 64
    bytes.withUnsafeBufferPointer { bytes in
      for block in stride(from: 0, to: whole, by: 64) {
        add(UnsafeBufferPointer(rebasing: bytes[block..<block + 64]), to: &state)
      }
    }
    let end = padded(bytes[whole...], bytes.count)
    end.withUnsafeBufferPointer { end in
      for block in stride(from: 0, to: end.count, by: 64) {
        add(UnsafeBufferPointer(rebasing: end[block..<block + 64]), to: &state)
      }
    }
    return state.map(digits).joined()
  }

  /// The last bytes, followed by a one bit, zeros and the total number of bits.
  private static func padded(_ rest: ArraySlice<UInt8>, _ count: Int) -> [UInt8] {
    var end = Array(rest) + [0x80]
    while end.count % 64 != 56 { end.append(0) }
    withUnsafeBytes(of: UInt64(count * 8).bigEndian) { end.append(contentsOf: $0) }
    return end
  }

  private static func add(_ block: UnsafeBufferPointer<UInt8>, to state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        let bytes = block[index * 4..<index * 4 + 4]
        words[index] = bytes.reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (old, new) = (words[index - 15], words[index - 2])
        let first = turned(old, 7) ^ turned(old, 18) ^ (old >> 3)
        let second = turned(new, 17) ^ turned(new, 19) ^ (new >> 10)
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      let mixed = mixed(UnsafeBufferPointer(words), state)
      for index in 0..<8 { state[index] &+= mixed[index] }
    }
  }

  private static func mixed(_ words: UnsafeBufferPointer<UInt32>, _ state: [UInt32]) -> [UInt32] {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let next = h &+ first &+ choice &+ constants[index] &+ words[index]
      let second = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ next)
      (d, c, b, a) = (c, b, a, next &+ second &+ majority)
    }
    return [a, b, c, d, e, f, g, h]
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func digits(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static let primes = Array((2...311).filter { n in !(2..<n).contains { n % $0 == 0 } })
  /// The first 32 bits after the binary point of the square roots of the first eight primes.
  private static let start = primes.prefix(8).map { root(of: $0, power: 2) }
  /// The first 32 bits after the binary point of the cube roots of the first 64 primes.
  private static let constants = primes.map { root(of: $0, power: 3) }

  /// The first 32 bits after the binary point of a root, found bit by bit.
  private static func root(of number: Int, power: Int) -> UInt32 {
    var root: UInt64 = 0
    for bit in (0..<36).reversed() where isAtMost(root | 1 << bit, number, power: power) {
      root |= 1 << bit
    }
    return UInt32(truncatingIfNeeded: root)
  }

  /// True if a number with 32 bits after the binary point, raised to a power, is at most another number.
  private static func isAtMost(_ root: UInt64, _ number: Int, power: Int) -> Bool {
    var raised = UInt128(root)
    for _ in 1..<power { raised *= UInt128(root) }
    return raised <= UInt128(number) << (32 * UInt128(power))
  }
}
