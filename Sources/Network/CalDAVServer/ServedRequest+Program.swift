import ExactText
import HTTPServing
import Synchronization

extension ServedRequest {
  /// The program that asks, without its version; empty if it does not say.
  var program: String {
    String((self[header: "user-agent"] ?? "").prefix { $0 != "/" && $0 != " " }.prefix(64))
  }
}

/// The programs that have asked since the start, each with a bit of its own.
final class Programs: Sendable {
  private let bits = Mutex<ExactDictionary<UInt32>>([:])

  /// The bit of a program; none after the first 32.
  func bit(of program: String) -> UInt32 {
    bits.withLock { bits in
      if let bit = bits[program] { return bit }
      guard bits.count < UInt32.bitWidth else { return 0 }
      bits[program] = 1 << UInt32(bits.count)
      return 1 << UInt32(bits.count - 1)
    }
  }
}
