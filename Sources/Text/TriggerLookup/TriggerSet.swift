/// The characters that begin a name, such as `@` or `#`.
///
/// A character is compared by its bytes, so the full-width `＠` is a trigger only if the set contains it. A character is a
/// grapheme cluster: `@` with a combining accent is not `@`.
///
/// ```swift
/// let triggers: TriggerSet = ["@", "＠", "#", ":"]
/// let match = findTrigger(in: "see #ta", at: "see #ta".endIndex, triggers: triggers, rules: .chat)
/// ```
public struct TriggerSet: ExpressibleByArrayLiteral, Hashable, Sendable {
  private(set) var ascii = AsciiSet()
  private var others: [[UInt8]] = []

  /// Creates a set of the characters of a sequence.
  ///
  /// `TriggerSet("@#")` has two triggers.
  public init(_ characters: some Sequence<Character>) {
    for character in characters { insert(Array(character.utf8)) }
  }

  /// Creates a set of the characters of a literal: `["@", "#"]`.
  public init(arrayLiteral characters: Character...) {
    self.init(characters)
  }

  /// The set of `@` alone, which lookups use if you give them no other.
  ///
  /// `TriggerSet.at == ["@"]` is true.
  public static let at: TriggerSet = ["@"]

  private mutating func insert(_ bytes: [UInt8]) {
    if bytes.count == 1 {
      ascii.insert(bytes[0])
    } else if !others.contains(bytes) {
      others.append(bytes)
    }
  }

  /// True if a cluster, given as a range of bytes, is one of the triggers.
  func contains(_ bytes: Span<UInt8>, _ cluster: Range<Int>) -> Bool {
    if cluster.count == 1 { return ascii.contains(bytes[cluster.lowerBound]) }
    return others.contains { isEqual($0, bytes, cluster) }
  }

  private func isEqual(_ other: [UInt8], _ bytes: Span<UInt8>, _ cluster: Range<Int>) -> Bool {
    other.count == cluster.count
      && zip(other, cluster).allSatisfy { byte, index in byte == bytes[index] }
  }
}
