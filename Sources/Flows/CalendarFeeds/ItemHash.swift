import TaskBridge

/// A hash of 128 bits that identifies the state of an item, written as 32 hexadecimal digits in a feed.
struct ItemHash: Hashable, Sendable {
  let first: UInt64
  let second: UInt64

  init(_ pair: (UInt64, UInt64)) {
    first = pair.0
    second = pair.1
  }

  /// Reads 32 digits; nil if their number differs.
  init?(_ digits: UnsafeBufferPointer<UInt8>) {
    guard digits.count == 32 else { return nil }
    first = Self.word(digits, at: 0) << 32 | Self.word(digits, at: 8)
    second = Self.word(digits, at: 16) << 32 | Self.word(digits, at: 24)
  }

  /// Half of the value is enough, because it is a hash already.
  func hash(into hasher: inout Hasher) { hasher.combine(first) }

  /// The number of eight lower-case digits.
  ///
  /// Other characters give some number that matches no item.
  ///
  /// All eight are read at once: each is its lower four bits, plus nine if it is a letter.
  static func word(_ digits: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt64 {
    let text = UnsafeRawBufferPointer(digits).loadUnaligned(
      fromByteOffset: start, as: UInt64.self
    ).bigEndian
    var word = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ (text >> 6 & 0x0101_0101_0101_0101) &* 9
    word = (word | word >> 4) & 0x00FF_00FF_00FF_00FF
    word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF
    return (word | word >> 16) & 0xFFFF_FFFF
  }
}

/// The value of `X-DUECAL-KEY`: a hash of everything that a component was made from, a checksum of its own bytes that
/// detects edits, and two marks.
struct FeedKey: Hashable, Sendable {
  /// Marks of a component.
  struct Marks: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// `!`: its line had a warning, which is then reported in each run.
    static let reported = Marks(rawValue: 1)
    /// `&`: it is one of a pair of to-do and event.
    static let paired = Marks(rawValue: 2)

    fileprivate var text: String {
      (contains(.paired) ? "&" : "") + (contains(.reported) ? "!" : "")
    }

    fileprivate init(_ text: UnsafeBufferPointer<UInt8>) {
      var marks: Marks = []
      if text.contains(UInt8(ascii: "!")) { marks.insert(.reported) }
      if text.contains(UInt8(ascii: "&")) { marks.insert(.paired) }
      self = marks
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// The hash of everything that the component was made from.
  let hash: ItemHash
  /// The checksum of the component without the key itself; one for each of a pair.
  let sum: UInt32
  /// The marks of the component.
  let marks: Marks

  private static let length = 41

  /// Reads a key; nil if it is not one, as in a calendar of an earlier version.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard (Self.length...Self.length + 2).contains(range.count) else { return nil }
    let parts: (ItemHash, UInt64, Marks)? = bytes.withUnsafeBufferPointer { bytes in
      let value = UnsafeBufferPointer(rebasing: bytes[range])
      guard value[32] == UInt8(ascii: "-"),
        let hash = ItemHash(UnsafeBufferPointer(rebasing: value[..<32]))
      else { return nil }
      let marks = Marks(UnsafeBufferPointer(rebasing: value[Self.length...]))
      return (hash, ItemHash.word(value, at: 33), marks)
    }
    guard let parts else { return nil }
    hash = parts.0
    sum = UInt32(truncatingIfNeeded: parts.1)
    marks = parts.2
  }

  /// Reads a key alone, without its property.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    self.init(bytes, bytes.indices)
  }

  /// The key of an item in the feed, for the state.
  static func text(_ hash: ItemHash, _ marks: Marks, ofBytes bytes: [UInt8]) -> String {
    let end = bytes.endIndex..<bytes.endIndex
    let sum = Self.sum(of: bytes, bytes.indices, besides: end, marks: marks)
    return SipHash128.digits(hash.first) + SipHash128.digits(hash.second) + "-"
      + SipHash128.digits(UInt64(sum)).suffix(8) + marks.text
  }

  /// A key without its checksum.
  static func text(_ hash: ItemHash, _ marks: Marks) -> String {
    let zeros = String(unsafeUninitializedCapacity: length) { text in
      SipHash128.write(hash.first, to: text, at: 0)
      SipHash128.write(hash.second, to: text, at: 16)
      text[32] = UInt8(ascii: "-")
      SipHash128.write(0, to: text, at: 33, count: 8)
      return length
    }
    return marks.isEmpty ? zeros : zeros + marks.text
  }

  private static let name = Array("\r\nX-DUECAL-KEY:".utf8)

  /// Writes the checksum of a component into its key.
  static func seal(_ component: inout [UInt8]) {
    guard let line = component.lastRange(of: Self.name) else { return }
    let end = component[line.upperBound...].firstIndex(of: 0x0D) ?? component.endIndex
    let keyLine = line.lowerBound + 2..<min(end + 2, component.count)
    guard let key = FeedKey(component, line.upperBound..<end) else { return }
    let sum = Self.sum(of: component, component.indices, besides: keyLine, marks: key.marks)
    component.withUnsafeMutableBufferPointer { bytes in
      SipHash128.write(UInt64(sum), to: bytes, at: line.upperBound + 33, count: 8)
    }
  }

  /// The checksum of a range of bytes without the line of the key, and of the key's own content.
  static func sum(
    of bytes: [UInt8], _ range: Range<Int>, besides line: Range<Int>, marks: Marks
  ) -> UInt32 {
    let line = range.contains(line.lowerBound) ? line : range.upperBound..<range.upperBound
    return bytes.withUnsafeBytes { bytes in
      var sum: UInt64 = 0xCBF2_9CE4_8422_2325
      add(bytes, range.lowerBound..<line.lowerBound, to: &sum)
      add(bytes, line.upperBound..<range.upperBound, to: &sum)
      return UInt32(truncatingIfNeeded: (sum ^ sum >> 32) &+ UInt64(marks.rawValue))
    }
  }

  /// Adds bytes, eight at a time.
  ///
  /// The checksum detects accidents, not attacks.
  private static func add(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, to sum: inout UInt64
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let count = min(8, range.upperBound - index)
      var word: UInt64 = 0
      if count == 8 {
        word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      } else {
        for offset in 0..<count { word |= UInt64(bytes[index + offset]) << (offset * 8) }
      }
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 29
      index += count
    }
  }
}

extension [UInt8] {
  /// The last range of a pattern.
  fileprivate func lastRange(of pattern: [UInt8]) -> Range<Int>? {
    guard let first = pattern.first, count >= pattern.count else { return nil }
    var index = count - pattern.count
    while index >= 0 {
      if self[index] == first, self[index..<index + pattern.count].elementsEqual(pattern) {
        return index..<index + pattern.count
      }
      index -= 1
    }
    return nil
  }
}
