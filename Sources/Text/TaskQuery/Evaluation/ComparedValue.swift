import ExactText
import TaskDates

/// A value in the form in which it is compared.
enum ComparedValue: Hashable, Sendable {
  /// A text as bytes, in lower case if case is ignored.
  case text([UInt8])
  case number(Double)
  case date(DateInterval)
  case list([ComparedValue])

  /// Converts a text as a modifier requires; nil if it is not such a value.
  init?(_ text: String, _ modifier: Modifier, dates: DateReading) {
    guard modifier.isList else {
      guard let value = Self.single(text, modifier.reading, dates: dates) else { return nil }
      self = value
      return
    }
    var values: [ComparedValue] = []
    for part in Self.parts(of: text) {
      guard let value = Self.single(part, modifier.reading, dates: dates) else { return nil }
      values.append(value)
    }
    self = .list(values)
  }

  private static func single(
    _ text: String, _ reading: Modifier.Reading, dates: DateReading
  ) -> ComparedValue? {
    switch reading {
    case .text: .text(folded(text))
    case .exactText: .text(Array(text.utf8))
    case .number: number(text).map { .number($0) }
    case .date: dates.stretch(text).map { .date($0) }
    }
  }

  private static func folded(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      guard byte < 0x80 else { return Array(text.lowercased().utf8) }
      bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    return bytes
  }

  /// The elements of a list separated by commas, without the spaces around them; none for an empty text.
  static func parts(of text: String) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
    return parts == [""] ? [] : parts
  }

  /// The number at the beginning of a text: `10`, `-2.5`, `3h`; nil if there is none.
  static func number(_ text: String) -> Double? {
    var digits: [UInt8] = []
    var hasDigit = false
    var hasPoint = false
    for byte in text.utf8.drop(while: { $0 == 0x20 || $0 == 0x09 }) {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case UInt8(ascii: "-") where digits.isEmpty, UInt8(ascii: "+") where digits.isEmpty: break
      default: return hasDigit ? Double(String(decoding: digits, as: UTF8.self)) : nil
      }
      digits.append(byte)
    }
    return hasDigit ? Double(String(decoding: digits, as: UTF8.self)) : nil
  }
}

extension ComparedValue {
  /// True if a relation holds between two values; a missing value is only unequal.
  static func compare(
    _ left: ComparedValue?, _ relation: ComparisonOperator, _ right: ComparedValue?
  ) -> Bool {
    guard let left, let right else { return relation == .notEqual }
    if case .date(let left) = left, case .date(let right) = right {
      return left.stands(relation, to: right)
    }
    switch relation {
    case .equal: return left.isEqual(to: right)
    case .notEqual: return !left.isEqual(to: right)
    case .less: return left.isLess(than: right)
    case .lessOrEqual: return left.isLess(than: right) || left.isEqual(to: right)
    case .greater: return right.isLess(than: left)
    case .greaterOrEqual: return right.isLess(than: left) || left.isEqual(to: right)
    case .beginsWith: return left.begins(with: right)
    case .contains: return left.contains(right)
    case .endsWith: return left.ends(with: right)
    case .matches: return false
    }
  }

  private func isEqual(to other: ComparedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.date(let left), .date(let right)): left.stands(.equal, to: right)
    case (.list(let left), .list(let right)): left.elementsEqual(right) { $0.isEqual(to: $1) }
    default: false
    }
  }

  private func isLess(than other: ComparedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
    case (.number(let left), .number(let right)): left < right
    case (.date(let left), .date(let right)): left.stands(.less, to: right)
    case (.list(let left), .list(let right)): Self.precedes(left, right)
    default: false
    }
  }

  private static func precedes(_ left: [ComparedValue], _ right: [ComparedValue]) -> Bool {
    for (first, second) in zip(left, right) where !first.isEqual(to: second) {
      return first.isLess(than: second)
    }
    return left.count < right.count
  }

  private func begins(with other: ComparedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): left.starts(with: right)
    case (.list(let left), .list(let right)): left.starts(with: right) { $0.isEqual(to: $1) }
    default: false
    }
  }

  private func ends(with other: ComparedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)):
      left.count >= right.count && left.suffix(right.count).elementsEqual(right)
    case (.list(let left), .list(let right)):
      left.reversed().starts(with: right.reversed()) { $0.isEqual(to: $1) }
    default: false
    }
  }

  /// For texts, true if the other is a part of this one; for lists, if this one has every element of the other.
  private func contains(_ other: ComparedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): ByteSearch(right).finds(in: left)
    case (.list(let left), .list(let right)):
      right.allSatisfy { element in left.contains { $0.isEqual(to: element) } }
    default: false
    }
  }
}
