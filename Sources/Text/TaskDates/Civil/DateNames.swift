/// The English words of dates; the format has no other language.
enum DateNames {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The month of a name or of its first letters (three at least), from 1.
  static func month(_ word: some StringProtocol) -> Int? {
    index(of: word, in: months).map { $0 + 1 }
  }

  /// The weekday of a name or of its first letters (three at least; `tues`, `thurs` too).
  static func weekday(_ word: some StringProtocol) -> Weekday? {
    index(of: word, in: weekdays).flatMap { Weekday(rawValue: $0 + 1) }
  }

  /// True for a full name or a common short form: `jan`, `sept`, `thurs`.
  ///
  /// - Parameter word: In lower case.
  static func isUsual(_ word: String) -> Bool { usual.contains(word) }

  private static let usual = Set(
    (months + weekdays).flatMap { [$0.lowercased(), String($0.lowercased().prefix(3))] }
      + ["sept", "tues", "thur", "thurs"])

  private static func index(of word: some StringProtocol, in names: [String]) -> Int? {
    guard 3...9 ~= word.utf8.count else { return nil }
    return names.firstIndex { name in
      name.utf8.count >= word.utf8.count
        && zip(name.utf8, word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 && $1 >= 0x41 }
    }
  }
}

extension Int {
  /// The number in decimal with leading zeros.
  package func zeroPadded(to digits: Int = 2) -> String {
    let number = String(magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, digits - number.utf8.count))
    return (self < 0 ? "-" : "") + zeros + number
  }
}
