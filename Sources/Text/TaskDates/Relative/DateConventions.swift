/// What a person has set about the dates that they type at commands: the order of day and month, and names of days.
///
/// Task files are read without it, so that a file means the same everywhere.
///
/// ```swift
/// let conventions = DateConventions(order: .dayFirst)
/// try DateExpression(parsing: "5.12.", conventions: conventions)  // 5 December
/// ```
public struct DateConventions: Hashable, Sendable {
  /// Which comes first in a date in figures such as `5/12`.
  public enum Order: String, Hashable, Sendable {
    /// The day, as in `5.12.` and `5/12` for 5 December.
    case dayFirst = "dmy"
    /// The month, as in `12/5` for 5 December.
    case monthFirst = "mdy"
  }

  /// The order of day and month; nil if such dates are not read.
  public var order: Order?
  /// The names of days, such as `New Year's Eve`.
  public var days: [NamedDay]

  /// Creates conventions; without an order and names, nothing more is read than in a file.
  public init(order: Order? = nil, days: [NamedDay] = []) {
    self.order = order
    self.days = days
  }

  /// No order and no names, as in task files.
  public static let none = DateConventions()
}

/// A name of a day, and the dates on which it falls.
///
/// ```swift
/// NamedDay("New Year's Eve", on: ["31 dec"])
/// NamedDay("Easter", on: ["2027-03-28", "2028-04-16"])
/// ```
public struct NamedDay: Hashable, Sendable {
  /// One date of such a day.
  enum Date: Hashable, Sendable {
    case yearly(month: Int, day: Int)
    case once(DateParameters)
  }

  /// The name as it was written.
  public let name: String
  let dates: [Date]
  private let words: [String]

  /// Creates a name; nil if the name has no word, or a date is neither a day of a month nor a day with its year.
  ///
  /// - Parameters:
  ///   - name: The name; case and spaces do not matter.
  ///   - days: Days of the year such as `31 dec`, or dates such as `2027-03-28`.
  public init?(_ name: String, on days: [String]) {
    let dates = days.compactMap(Self.date)
    words = DateWord.cut(name).map(Self.spelling)
    guard words.contains(where: { $0.contains { $0.isLetter } }), !dates.isEmpty,
      dates.count == days.count
    else { return nil }
    self.name = name
    self.dates = dates
  }

  private static func date(_ text: String) -> Date? {
    if case .absolute(let payload)? = try? DateExpression(parsing: text) {
      if case .date(let day) = payload.value { return .once(day) }
      return nil
    }
    guard let date = try? RelativeDate(parsing: text), date.end.isEmpty, date.terms.count == 1,
      case .dayOfMonth(let day) = date.terms[0]
    else { return nil }
    switch day.year {
    case .coming: return .yearly(month: day.month, day: day.day)
    case .written(let year):
      return DateParameters(checked: year, day.month, day.day).map { .once($0) }
    case .counted: return nil
    }
  }

  /// A word, with one kind of apostrophe.
  private static func spelling(_ word: DateWord) -> String {
    word.text == "\u{2019}" ? "'" : word.text
  }

  /// The number of words of the name at a place; nil if others are there.
  func length(in words: [DateWord], at index: Int) -> Int? {
    guard index + self.words.count <= words.count,
      zip(words[index...], self.words).allSatisfy({ Self.spelling($0) == $1 })
    else { return nil }
    return self.words.count
  }

  /// The first of its dates on or after a day, or in a year.
  ///
  /// - Throws: `TMError` if it has none.
  func day(from start: DateParameters, year: Int?) throws(TMError) -> DateParameters {
    let first = year.map { DateParameters(checked: $0, 1, 1) ?? start } ?? start
    // The next 29 February may be eight years away.
    let last = year ?? min(first.year + 8, 9999)
    let days = dates.flatMap { date -> [DateParameters] in
      switch date {
      case .once(let day): [day]
      case .yearly(let month, let day):
        (first.year...max(first.year, last)).compactMap { DateParameters(checked: $0, month, day) }
      }
    }
    guard let day = days.filter({ $0 >= first && $0.year <= last }).min() else {
      throw .invalidFormattedString(name, "a name whose date is in the configuration")
    }
    return day
  }
}
