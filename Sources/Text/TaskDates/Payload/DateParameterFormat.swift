/// The forms in which a payload can be written, independent of its meaning.
public enum DateParameterFormat: Sendable, CaseIterable {
  /// `2024-12-01`
  case date
  /// `2024-12-01 12:01`
  case dateTime
  /// `2024-12-01 12:01 - 13:00`
  case dateTimeEndTime
  /// `2024-12-01 12:01 thru 2024-12-31 12:31`
  case dateTimeDateTime
  /// `2024-11-23 thru 2024-11-25`
  case days
  /// `2024`
  case year
  /// `2024-11`
  case month
  /// `2024-W48`
  case week

  /// The form of a payload; nil if it is not a date.
  public init?(from string: String) {
    guard let payload = try? DatePayload(parsing: string) else { return nil }
    self = payload.format
  }

  /// The shortest form that expresses a value completely.
  public init(for value: TMDateType) {
    switch value {
    case .date: self = .date
    case .dateTime: self = .dateTime
    case .beginEndDate(let begin, let end):
      self = begin.date == end.date ? .dateTimeEndTime : .dateTimeDateTime
    case .days: self = .days
    case .period(let period): self = Self(for: period)
    }
  }

  private init(for period: DatePeriod) {
    switch period.unit {
    case .day: self = .date
    case .week: self = .week
    case .month: self = .month
    case .year: self = .year
    }
  }
}

/// The text between the two ends of a range.
public enum DateFormatSeparatorType: String, Sendable, CaseIterable {
  /// `-`
  case compact = "-"
  /// `–`, an en dash.
  case enDash = "\u{2013}"
  /// `thru`
  case thru
  /// `through`
  case through
  /// `to`
  case to
}

extension TMDateType {
  /// The value in a form; nil if the form cannot express it.
  ///
  /// `.date` and `.dateTime` cannot express a range, and `.dateTimeEndTime` cannot express a range that ends on another
  /// day. `.date` omits the time of day, and `.dateTime` writes a day with 00:00.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - separator: The text between the ends of a range.
  ///   - withSpaces: Whether the separator has a space on each side. TaskPaper reads `12:01-13:00`, without spaces, as
  ///     a time with a UTC offset.
  public func toFormattedDateString(
    format: DateParameterFormat, separator: DateFormatSeparatorType = .compact,
    withSpaces: Bool = true
  ) -> String? {
    guard let value = value(in: format) else { return nil }
    let between = withSpaces ? " \(separator.rawValue) " : separator.rawValue
    let spelling = DateSpelling(between: between, namesEndDay: format == .dateTimeDateTime)
    return DatePayload(value, spelling: spelling).description
  }

  /// The part of the value that a form expresses.
  private func value(in format: DateParameterFormat) -> TMDateType? {
    switch (format, self) {
    case (.date, .dateTime(let moment)): .date(moment.date)
    case (.dateTime, .date): .dateTime(startDate)
    case (.dateTimeDateTime, .beginEndDate): self
    default: DateParameterFormat(for: self) == format ? self : nil
    }
  }
}
