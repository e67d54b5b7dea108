/// The English words of dates; the format has no other language.
enum Names {
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

  private static func index(of word: some StringProtocol, in names: [String]) -> Int? {
    let word = word.lowercased()
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.lowercased().hasPrefix(word) }
  }
}

extension Int {
  /// The number in decimal with zeros before it.
  func zeroPadded(to digits: Int = 2) -> String {
    let number = String(magnitude)
    let zeros = String(repeating: "0", count: Swift.max(0, digits - number.utf8.count))
    return (self < 0 ? "-" : "") + zeros + number
  }
}
