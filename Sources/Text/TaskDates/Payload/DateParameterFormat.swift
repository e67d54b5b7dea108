/// The forms in which a payload can be written, apart from what it means.
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

  /// The form that a payload is written in, nil where it is no date.
  public init?(from string: String) {
    guard let payload = try? DatePayload(parsing: string) else { return nil }
    self = payload.format
  }

  /// The form that says a value in full and no more.
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

/// What stands between the two ends of a range.
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
  /// The value in a form, nil where the form cannot say it.
  ///
  /// `.date` and `.dateTime` cannot say a range, nor `.dateTimeEndTime` one that ends on another day;
  /// `.date` leaves out the time of a moment, and `.dateTime` gives a day 00:00.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - separator: What stands between the ends of a range.
  ///   - withSpaces: Whether it has a space on each side. TaskPaper reads `12:01-13:00`, without
  ///     them, as a time with a UTC offset.
  public func toFormattedDateString(
    format: DateParameterFormat, separator: DateFormatSeparatorType = .compact,
    withSpaces: Bool = true
  ) -> String? {
    guard let value = said(in: format) else { return nil }
    let between = withSpaces ? " \(separator.rawValue) " : separator.rawValue
    let spelling = DateSpelling(between: between, namesEndDay: format == .dateTimeDateTime)
    return DatePayload(value, spelling: spelling).description
  }

  /// The part of the value that a form says.
  private func said(in format: DateParameterFormat) -> TMDateType? {
    switch (format, self) {
    case (.date, .dateTime(let moment)): .date(moment.date)
    case (.dateTime, .date): .dateTime(startDate)
    case (.dateTimeDateTime, .beginEndDate): self
    default: DateParameterFormat(for: self) == format ? self : nil
    }
  }
}
