/// Splits the value of an RRULE, byte by byte and in either case.
struct RuleScanner {
  private let bytes: [UInt8]
  private var place = 0
  /// The beginning of the current part.
  private var start = 0

  init(_ text: String) {
    bytes = text.utf8.map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 }
  }

  /// The current part, up to its end.
  var part: String {
    let end = bytes[start...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Advances to the next part; false after the last.
  mutating func nextPart() -> Bool {
    guard place < bytes.count else { return false }
    place += 1
    start = place
    return true
  }

  /// True at the end of a part.
  var isAtEnd: Bool { place == bytes.count || bytes[place] == UInt8(ascii: ";") }

  /// True before a word.
  var isAtLetter: Bool { place < bytes.count && 0x41...0x5A ~= bytes[place] }

  /// Skips the rest of a part.
  mutating func skipPart() {
    while !isAtEnd { place += 1 }
  }

  /// Reads a byte if it is the next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  /// Reads the letters and hyphens that come next.
  mutating func word() -> RuleWord {
    var word = RuleWord()
    while place < bytes.count, 0x41...0x5A ~= bytes[place] || bytes[place] == UInt8(ascii: "-") {
      word.append(bytes[place])
      place += 1
    }
    return word
  }

  /// Reads a number of at most nine digits, with or without a sign.
  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative { _ = take(UInt8(ascii: "+")) }
    let digits = place
    var number = 0
    while place < bytes.count, 0x30...0x39 ~= bytes[place], place - digits < 10 {
      number = number * 10 + Int(bytes[place] & 15)
      place += 1
    }
    number = isNegative ? -number : number
    return 1...9 ~= place - digits && range.contains(number) ? number : nil
  }

  /// Reads a whole number of any size without a sign, and returns it with its digits; nil if there is none.
  ///
  /// - Parameter most: The value that represents every larger number.
  mutating func wholeNumber(upTo most: Int) -> (number: Int, digits: String)? {
    let first = place
    var number = 0
    while place < bytes.count, 0x30...0x39 ~= bytes[place] {
      if number <= most { number = number * 10 + Int(bytes[place] & 15) }
      place += 1
    }
    guard place > first else { return nil }
    let digits = bytes[first..<place].drop { $0 == 0x30 }
    return (min(number, most), String(decoding: digits, as: UTF8.self))
  }

  /// Reads a position among a number of items, from 1, or from the end as -1.
  mutating func place(_ count: Int) -> Int? {
    number(-count...count).flatMap { $0 == 0 ? nil : $0 }
  }

  /// Reads a number with a fixed number of digits.
  mutating func digits(_ count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[place..<place + count] {
      guard 0x30...0x39 ~= byte else { return nil }
      number = number * 10 + Int(byte & 15)
    }
    place += count
    return number
  }

  /// Reads a list separated by commas, of at most 400 items.
  mutating func list<Item>(_ item: (inout RuleScanner) -> Item?) -> [Item]? {
    var items: [Item] = []
    repeat {
      guard items.count < 400, let next = item(&self) else { return nil }
      items.append(next)
    } while take(UInt8(ascii: ","))
    return items
  }
}

/// A word of a rule encoded as a number, for fast comparison of short words.
struct RuleWord: Equatable {
  private var bytes: UInt128 = 0
  private(set) var count = 0

  /// Adds a letter.
  mutating func append(_ byte: UInt8) {
    bytes = bytes << 8 | UInt128(byte)
    count += 1
  }

  /// A table of values by their words.
  static func table<Value>(
    _ values: [Value], _ name: (Value) -> String
  ) -> [(word: RuleWord, value: Value)] {
    values.map { value in
      var word = RuleWord()
      for byte in name(value).utf8 { word.append(byte) }
      return (word, value)
    }
  }

  /// The value of this word.
  func found<Value>(in table: [(word: RuleWord, value: Value)]) -> Value? {
    for row in table where row.word == self { return row.value }
    return nil
  }
}
