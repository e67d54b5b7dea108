/// A date payload: its meaning and its spelling.
///
/// They are separate, so that a changed payload keeps the style of the person who wrote it, and an unchanged one stays
/// identical byte for byte: `DatePayload(parsing: text).description == text`.
///
/// ```swift
/// let payload = try DatePayload(parsing: "2024-12-01 3pm to 4:30pm")
/// payload.value  // .beginEndDate(2024-12-01 15:00, 2024-12-01 16:30)
/// ```
public struct DatePayload: Hashable, Sendable {
  /// The meaning.
  public let value: TMDateType
  /// The spelling.
  public let spelling: DateSpelling

  /// Creates a payload in duecal's own spelling: ranges with spaces, times with 24 hours.
  public init(_ value: TMDateType) {
    self.init(value, spelling: DateSpelling(for: value))
  }

  /// Creates a payload in a spelling; what it cannot express is written in duecal's own.
  public init(_ value: TMDateType, spelling: DateSpelling) {
    self.value = value
    self.spelling = spelling
  }

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - text: The payload without its parentheses; spaces around it are kept and ignored.
  ///   - shortYears: Whether `24-12-01` is a day of 2024, as in PlainTasks.
  /// - Throws: `TMError` with the reason if it is not a date.
  public init(parsing text: String, shortYears: Bool = false) throws(TMError) {
    try self.init(parsing: text.utf8.span, shortYears: shortYears)
  }

  /// Reads a payload from its bytes.
  ///
  /// - Throws: `TMError` with the reason if it is not a date.
  public init(parsing bytes: Span<UInt8>, shortYears: Bool = false) throws(TMError) {
    if let value = CommonDateForms.value(bytes) {
      self.init(value, spelling: DateSpelling())
      return
    }
    var scanner = DateScanner(shortYears: shortYears)
    self = try scanner.payload(bytes)
  }

  /// The form of the payload.
  public var format: DateParameterFormat {
    let natural = DateParameterFormat(for: value)
    return natural == .dateTimeEndTime && spelling.namesEndDay ? .dateTimeDateTime : natural
  }

  /// The same spelling with another value.
  public func replacing(value: TMDateType) -> DatePayload {
    DatePayload(value, spelling: spelling)
  }

  /// True if TaskPaper reads the end of the range as a UTC offset: `12:01-13:00`.
  public var isReadAsOffsetByTaskPaper: Bool {
    format == .dateTimeEndTime && spelling.between == "-"
  }
}

extension DatePayload: CustomStringConvertible {
  /// The payload as it is written.
  public var description: String {
    spelling.words.leading + spelled + spelling.words.trailing
  }

  private var spelled: String {
    switch value {
    case .date(let day): spelling.first.print(day)
    case .dateTime(let moment): spelling.first.print(moment, spelling.words.first)
    case .days(let first, let last):
      spelling.first.print(first) + spelling.between + spelling.second.print(last)
    case .period(let period): spelling.print(period)
    case .beginEndDate(let begin, let end):
      spelling.printBegin(begin, before: end) + spelling.between
        + printEnd(end, after: begin)
    }
  }

  private func printEnd(_ end: DateTimeParameters, after begin: DateTimeParameters) -> String {
    begin.date == end.date && !spelling.namesEndDay
      ? spelling.second.print(end.time, spelling.words.second)
      : spelling.second.print(end, spelling.words.second)
  }
}
