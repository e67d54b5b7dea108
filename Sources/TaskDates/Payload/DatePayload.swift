/// A payload: what it means, and how it is spelled.
///
/// The two are apart, so that a payload that changes keeps the habits of who wrote it, and one that
/// does not is the same to the byte: `DatePayload(parsing: text).description == text`.
///
/// ```swift
/// let payload = try DatePayload(parsing: "2024-12-01 3pm to 4:30pm")
/// payload.value  // .beginEndDate(2024-12-01 15:00, 2024-12-01 16:30)
/// ```
public struct DatePayload: Hashable, Sendable {
  /// What the payload means.
  public let value: TMDateType
  /// How it is spelled.
  public let spelling: DateSpelling

  /// Creates a payload as duecal writes it: ranges with spaces, times with 24 hours.
  public init(_ value: TMDateType) {
    self.init(value, spelling: DateSpelling(for: value))
  }

  /// Creates a payload in a spelling; what the spelling cannot say is said in duecal's own.
  public init(_ value: TMDateType, spelling: DateSpelling) {
    self.value = value
    self.spelling = spelling
  }

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - text: The payload without its parentheses; blanks around it are kept and mean nothing.
  ///   - shortYears: Whether `24-12-01` is a day of 2024, as in PlainTasks.
  /// - Throws: `TMError` where it is no date, with the reason.
  public init(parsing text: String, shortYears: Bool = false) throws(TMError) {
    let bytes = Array(text.utf8)
    var scanner = DateScanner(shortYears: shortYears)
    self = try scanner.payload(bytes.span)
  }

  /// Reads a payload from its bytes.
  ///
  /// - Throws: `TMError` where it is no date, with the reason.
  public init(parsing bytes: Span<UInt8>, shortYears: Bool = false) throws(TMError) {
    var scanner = DateScanner(shortYears: shortYears)
    self = try scanner.payload(bytes)
  }

  /// The form that the payload is written in.
  public var format: DateParameterFormat {
    let natural = DateParameterFormat(for: value)
    return natural == .dateTimeEndTime && spelling.namesEndDay ? .dateTimeDateTime : natural
  }

  /// The same spelling with another value.
  public func replacing(value: TMDateType) -> DatePayload {
    DatePayload(value, spelling: spelling)
  }

  /// True if TaskPaper takes the end of the range for a UTC offset: `12:01-13:00`.
  public var isReadAsOffsetByTaskPaper: Bool {
    format == .dateTimeEndTime && spelling.between == "-"
  }
}

extension DatePayload: CustomStringConvertible {
  /// The payload as it is written.
  public var description: String {
    spelling.leading + spelled + spelling.trailing
  }

  private var spelled: String {
    switch value {
    case .date(let day): spelling.first.print(day)
    case .dateTime(let moment): spelling.first.print(moment)
    case .days(let first, let last):
      spelling.first.print(first) + spelling.between + spelling.second.print(last)
    case .period(let period): spelling.print(period)
    case .beginEndDate(let begin, let end):
      spelling.first.print(begin) + spelling.between + printEnd(end, after: begin)
    }
  }

  private func printEnd(_ end: DateTimeParameters, after begin: DateTimeParameters) -> String {
    begin.date == end.date && !spelling.namesEndDay
      ? spelling.second.print(end.time) : spelling.second.print(end)
  }
}

/// How a payload is spelled: what a writer may do differently and mean the same.
public struct DateSpelling: Hashable, Sendable {
  /// How one end of a range, or the only date, is spelled.
  struct Point: Hashable, Sendable {
    var hasShortYear = false
    var padsMonth = true
    var padsDay = true
    /// What stands between day and time: a space, several, or `T`.
    var beforeTime = " "
    var padsHour = true
    var hasMinutes = true
    var hasSeconds = false
    /// The blanks and letters behind a 12-hour time, empty for a 24-hour one.
    var meridiem = ""
  }

  var leading = ""
  var trailing = ""
  var first = Point()
  var second = Point()
  /// What stands between the two ends of a range, blanks and all.
  public internal(set) var between: String
  /// True if a range that ends on its first day names that day twice.
  public internal(set) var namesEndDay = false

  init(between: String = " - ", namesEndDay: Bool = false) {
    self.between = between
    self.namesEndDay = namesEndDay
  }

  /// duecal's own spelling: a dash within a day, `thru` from one day to another.
  init(for value: TMDateType) {
    let isWithinDay =
      if case .beginEndDate(let begin, let end) = value { begin.date == end.date } else { false }
    self.init(between: isWithinDay ? " - " : " thru ")
  }
}

extension DateSpelling {
  func print(_ period: DatePeriod) -> String {
    guard period.unit == .month, !first.padsMonth else { return period.formattedDate }
    return "\(period.year.zeroPadded(to: 4))-\(period.number)"
  }
}

extension DateSpelling.Point {
  func print(_ day: DateParameters) -> String {
    let year =
      hasShortYear && (2000...2099).contains(day.year)
      ? (day.year % 100).zeroPadded() : day.year.zeroPadded(to: 4)
    let month = padsMonth ? day.month.zeroPadded() : String(day.month)
    return "\(year)-\(month)-\(padsDay ? day.day.zeroPadded() : String(day.day))"
  }

  func print(_ moment: DateTimeParameters) -> String {
    print(moment.date) + beforeTime + print(moment.time)
  }

  func print(_ time: TimeParameters) -> String {
    let isHalfDay = !meridiem.isEmpty
    let hour = isHalfDay ? (time.hour + 11) % 12 + 1 : time.hour
    var text = padsHour ? hour.zeroPadded() : String(hour)
    if hasMinutes || !isHalfDay || time.minute > 0 || time.second > 0 {
      text += ":\(time.minute.zeroPadded())"
    }
    if hasSeconds || time.second > 0 { text += ":\(time.second.zeroPadded())" }
    return text + meridiem(of: time)
  }

  /// The letters that were written, with an `a` or a `p` by the time.
  private func meridiem(of time: TimeParameters) -> String {
    let letter = time.hour < 12 ? "a" : "p"
    return String(
      meridiem.map { character in
        switch character {
        case "a", "p": Character(letter)
        case "A", "P": Character(letter.uppercased())
        default: character
        }
      })
  }
}
