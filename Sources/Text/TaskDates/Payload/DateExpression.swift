/// The parsed date of a payload, absolute or relative to the current time.
public enum DateExpression: Hashable, Sendable {
  /// A date that is written in full.
  case absolute(DatePayload)
  /// A date that depends on the current time.
  case relative(RelativeDate)

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - text: The payload without its parentheses.
  ///   - shortYears: Whether a year may have two digits.
  ///   - conventions: What a person has set about dates that they type; none for the text of a file.
  /// - Throws: `TMError` with the reason if the text is not a date.
  public init(
    parsing text: String, shortYears: Bool = false, conventions: DateConventions = .none
  ) throws(TMError) {
    let absolute: TMError
    do {
      self = .absolute(try DatePayload(parsing: text, shortYears: shortYears))
      return
    } catch {
      absolute = error
    }
    if absolute.isOfValue, Self.looksDated(text) { throw absolute }
    do {
      self = .relative(try RelativeDate(parsing: text, conventions: conventions))
    } catch {
      throw Self.looksDated(text) && (absolute.isSpecific || error.offset == 0) ? absolute : error
    }
  }

  /// The date at a moment.
  ///
  /// - Parameters:
  ///   - now: The user's local time.
  ///   - zone: The zone of that time, in which hours are counted; see `RelativeDate.value(at:in:firstWeekday:)`.
  ///   - firstWeekday: The first day of a week.
  /// - Throws: `TMError` if the date is outside of the years 1 to 9999, or names a day that a month does not have.
  public func value(
    at now: DateTimeParameters, in zone: Zone? = nil, firstWeekday: Weekday = .monday
  ) throws(TMError) -> TMDateType {
    switch self {
    case .absolute(let payload): payload.value
    case .relative(let date): try date.value(at: now, in: zone, firstWeekday: firstWeekday)
    }
  }

  /// A range whose beginning has the am or pm of its end, as in `3:30 - 5pm`; nil for any other date.
  ///
  /// Version 0.1 read such a beginning as a time of the morning.
  package var sharedHalf: TMDateType? {
    switch self {
    case .absolute(let payload): payload.spelling.first.sharesHalf ? payload.value : nil
    case .relative(let date): date.end.isEmpty ? nil : date.fixedValue
    }
  }

  /// The date at a moment; nil if there is none; `value(at:in:firstWeekday:)` throws the reason.
  public func resolved(at now: DateTimeParameters, in zone: Zone? = nil) -> TMDateType? {
    try? value(at: now, in: zone)
  }

  /// True if a text begins like a date in figures, so that its error as such a date is the useful one.
  private static func looksDated(_ text: String) -> Bool {
    let bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let digits = bytes.prefix { 0x30...0x39 ~= $0 }.count
    let next = bytes.dropFirst(digits).first
    return digits > 4 || (digits > 0 && next.map { "-/.".utf8.contains($0) } == true)
  }
}

extension TMError {
  /// True if the text is a date in figures that does not exist.
  fileprivate var isOfValue: Bool {
    if case .invalidFormattedString = self { false } else { true }
  }

  /// True if the error says more than that the text is not a date.
  fileprivate var isSpecific: Bool {
    guard case .invalidFormattedString(let text, _) = self else { return true }
    return self != .invalidFormattedString(text)
  }
}
