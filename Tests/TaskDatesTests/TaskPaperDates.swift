/// Dates that people can write in TaskPaper 3, how it reads them on Wednesday 2024-12-04 at 09:30:15 in New York, and
/// how they are read here.
///
/// Measured once with TaskPaper's own parser. Every row is in one of the three lists.
enum TaskPaperDates {
  static let now = "2024-12-04 09:30:15"

  /// A fault of TaskPaper that is not copied.
  enum Fault: String, CaseIterable {
    /// A day that does not exist is read as an invalid date, and not as an error.
    case invalid
    /// A year of two digits is read as one of antiquity, and so is a number alone.
    case shortYear
    /// A zone or offset changes the person's local time; here a line's zone is `@tz`.
    case zone
    /// The end of a range is read as an offset.
    case offset
    /// A number alone is read as an hour, though it may be a day.
    case bareHour
    /// 12am is read as noon, and 12pm as the next midnight.
    case noon
    /// Times and days that do not exist overflow into the next day.
    case overflow
    /// A local time that the clock skips is changed when it is read; here it stays as written, and its zone moves it.
    case civil
    /// `2024w`, a week that is not typed completely, is read as 39 years from now.
    case largeCount
    /// A week begins on Sunday in some places; here on Monday unless a person sets another day.
    case monday
    /// A weekday is read as today or a day in the past, and so may be a day of a month; here it is in the future.
    case past
    /// An empty text is read as now; here it is not a date.
    case empty
    /// A fraction of a second is dropped silently.
    case fraction
    /// A length in days gets the time at which it was read; here it is a day.
    case madeUpTime
  }

  /// Dates that are read the same here: the first moment of each, or nil if neither reads it.
  static let kept: [(text: String, moment: String?)] = [
    ("2024", "2024-01-01"),
    ("2024-11", "2024-11-01"),
    ("2024-1-5", "2024-01-05"),
    ("2024-01-05", "2024-01-05"),
    ("2024-12-31", "2024-12-31"),
    ("2024-W52", "2024-12-23"),
    ("2024-W52-3", "2024-12-25"),
    ("2024W52", "2024-12-23"),
    ("2024-Q4", nil),
    ("2024-12-05T10:00", "2024-12-05 10:00:00"),
    ("2024-12-05 10:00", "2024-12-05 10:00:00"),
    ("2024-12-05 3pm", "2024-12-05 15:00:00"),
    ("2024-12-05 at 3pm", "2024-12-05 15:00:00"),
    ("2024-11-03 01:30", "2024-11-03 01:30:00"),
    ("now", "2024-12-04 09:30:15"),
    ("today", "2024-12-04"),
    ("Today", "2024-12-04"),
    ("TODAY", "2024-12-04"),
    ("yesterday", "2024-12-03"),
    ("tomorrow", "2024-12-05"),
    ("tomorrow 3pm", "2024-12-05 15:00:00"),
    ("tomorrow at 3pm", "2024-12-05 15:00:00"),
    ("today +1d", "2024-12-05"),
    ("today 3pm +1d", "2024-12-05 15:00:00"),
    ("+ 1 s", "2024-12-04 09:30:16"),
    ("+1m", "2024-12-04 09:31:15"),
    ("this isoweek", "2024-12-02"),
    ("next isoweek", "2024-12-09"),
    ("this month", "2024-12-01"),
    ("next month", "2025-01-01"),
    ("this quarter", "2024-10-01"),
    ("next year", "2025-01-01"),
    ("next wed", "2024-12-11"),
    ("this wed", "2024-12-04"),
    ("last wed", "2024-11-27"),
    ("next jan 5", "2025-01-05"),
    ("last jan 5", "2023-01-05"),
    ("dec 4", "2024-12-04"),
    ("thursday 5pm", "2024-12-05 17:00:00"),
    ("17:00", "2024-12-04 17:00:00"),
    ("5pm", "2024-12-04 17:00:00"),
    ("every monday", nil),
    ("next", nil),
    ("2024-12-05,2024-12-06", nil),
    ("2024/12/05", nil),
    ("2024.12.05", nil),
    ("12/05/2024", nil),
    ("05.12.2024", nil),
    ("2024-12-05 ", "2024-12-05"),
    ("tomorrow morning", nil),
    ("eow", nil),
    ("2024-12-05 + 1 week", "2024-12-12"),
    ("2024-12-05 +1week -1day", "2024-12-11"),
    ("2024-01-31 +1month", "2024-02-29"),
    ("2024-02-29 +1year", "2025-02-28"),
    ("--05-10", nil),
    ("P1D", nil),
    ("2016-W51-4", "2016-12-22"),
    ("2024-12-05 10:00/10:30", nil),
    ("2024-12-05 10:00/PT30M", nil),
    ("2024-12-05 10:00 +30m", "2024-12-05 10:30:00"),
    ("2024-12-05T10:00/2024-12-05T10:30", nil),
    ("2024-11-23/2024-11-24", nil),
    ("2024-12-05 10:00 EST", nil),
    ("2024-12-05 9:00", "2024-12-05 09:00:00"),
    ("2024-12-05 09:00:00", "2024-12-05 09:00:00"),
    ("2024-12", "2024-12-01"),
    ("2024 - 12", nil),
    ("2024-12-5 9am", "2024-12-05 09:00:00"),
    ("dec 5 9am", "2024-12-05 09:00:00"),
    ("this friday", "2024-12-06"),
    ("friday", "2024-12-06"),
    ("next friday 5pm", "2024-12-13 17:00:00"),
    ("today 5pm", "2024-12-04 17:00:00"),
    ("mont", nil),
    ("monthly", nil),
    ("week", nil),
    ("tomorrow+1d", "2024-12-06"),
    ("last day", "2024-12-03"),
    ("this day", "2024-12-04"),
    ("second friday", nil),
  ]

  /// Dates that TaskPaper does not read and that are read here.
  static let added: [(text: String, value: String)] = [
    ("2024-12-05 at 9", "2024-12-05 09:00"),
    ("today +1d 3pm", "2024-12-05 15:00"),
    ("+1mo", "2025-01-04"),
    ("5 jan", "2025-01-05"),
    ("4 Jan", "2025-01-04"),
    ("thursday at 17:00", "2024-12-05 17:00"),
    ("noon", "2024-12-04 12:00"),
    ("midnight", "2024-12-04 00:00"),
    ("in 5 days", "2024-12-09"),
    ("5 days ago", "2024-11-29"),
    ("tonight", "2024-12-04"),
    ("2024-12-05 10:00 - 10:30", "2024-12-05 10:00 - 10:30"),
    ("2024-12-05 10:00 thru 10:30", "2024-12-05 10:00 - 10:30"),
    ("2024-12-05 10:00thru10:30", "2024-12-05 10:00 - 10:30"),
    ("2024-12-05 10:00 through 10:30", "2024-12-05 10:00 - 10:30"),
    ("2024-11-23 11:00-2024-11-24 10:00", "2024-11-23 11:00 thru 2024-11-24 10:00"),
    ("2024-11-23 11:00 thru 2024-11-24 10:00", "2024-11-23 11:00 thru 2024-11-24 10:00"),
    ("Dec 5 2024", "2024-12-05"),
  ]

  /// Dates that TaskPaper reads in a way that a person did not mean: its moment, the date here (nil for an error), and
  /// the fault.
  static let faults: [(text: String, theirs: String, ours: String?, fault: Fault)] = [
    ("24-1-5", "0024-01-05", nil, .shortYear),
    ("2024-13-01", "INVALID-MOMENT", nil, .invalid),
    ("2024-02-30", "INVALID-MOMENT", nil, .invalid),
    ("2024-00-10", "INVALID-MOMENT", nil, .invalid),
    ("2024-366", "INVALID-MOMENT", nil, .invalid),
    ("20241205", "INVALID-MOMENT", nil, .invalid),
    ("2024-12-05 10:00Z", "2024-12-05 05:00:00", nil, .zone),
    ("2024-12-05T10:00:00Z", "2024-12-05 05:00:00", nil, .zone),
    ("2024-12-05 10:00-10:30", "2024-12-05 15:30:00", "2024-12-05 10:00 - 10:30", .offset),
    ("2024-12-05 10", "2024-12-05 10:00:00", nil, .bareHour),
    ("2024-12-05 12am", "2024-12-05 12:00:00", "2024-12-05 00:00", .noon),
    ("2024-12-05 12pm", "2024-12-06", "2024-12-05 12:00", .noon),
    ("2024-12-05 12:05am", "2024-12-05 12:05:00", "2024-12-05 00:05", .noon),
    ("2024-12-05 12:05pm", "2024-12-06 00:05:00", "2024-12-05 12:05", .noon),
    ("2024-12-05 13pm", "2024-12-06 01:00:00", nil, .overflow),
    ("2024-12-05 25:00", "2024-12-06 01:00:00", nil, .overflow),
    ("2024-12-05 10:75", "2024-12-05 11:15:00", nil, .overflow),
    ("2024-03-10 02:30", "2024-03-10 03:30:00", "2024-03-10 02:30", .civil),
    ("+3 days", "2024-12-07 09:30:15", "2024-12-07", .madeUpTime),
    ("+3d", "2024-12-07 09:30:15", "2024-12-07", .madeUpTime),
    ("3d", "2024-12-07 09:30:15", "2024-12-07", .madeUpTime),
    ("-1w", "2024-11-27 09:30:15", "2024-11-27", .madeUpTime),
    ("+1w 2d", "2024-12-13 09:30:15", "2024-12-13", .madeUpTime),
    ("+1o", "2025-01-04 09:30:15", "2025-01-04", .madeUpTime),
    ("+1month", "2025-01-04 09:30:15", "2025-01-04", .madeUpTime),
    ("+1q", "2025-03-04 09:30:15", "2025-03-04", .madeUpTime),
    ("+1y", "2025-12-04 09:30:15", "2025-12-04", .madeUpTime),
    ("this week", "2024-12-01", "2024-W49", .monday),
    ("next week", "2024-12-08", "2024-W50", .monday),
    ("last week", "2024-11-24", "2024-W48", .monday),
    ("monday", "2024-12-02", "2024-12-09", .past),
    ("mon", "2024-12-02", "2024-12-09", .past),
    ("wed", "2024-12-04", "2024-12-11", .past),
    ("wednesday", "2024-12-04", "2024-12-11", .past),
    ("sunday", "2024-12-01", "2024-12-08", .past),
    ("sun", "2024-12-01", "2024-12-08", .past),
    ("next sunday", "2024-12-08", "2024-12-15", .monday),
    ("jan", "2024-01-01", "2025-01", .past),
    ("january 5", "2024-01-05", "2025-01-05", .past),
    ("jan 5", "2024-01-05", "2025-01-05", .past),
    ("jan 31", "2024-01-31", "2025-01-31", .past),
    ("feb 30", "2024-03-01", nil, .overflow),
    ("5", "0005-01-01", nil, .shortYear),
    ("12", "0012-01-01", nil, .shortYear),
    ("31", "0031-01-01", nil, .shortYear),
    ("", "2024-12-04 09:30:15", nil, .empty),
    ("2024-12-05 10:00-09:00", "2024-12-05 14:00:00", nil, .offset),
    ("2024-12-05 10:00-11:00", "2024-12-05 16:00:00", "2024-12-05 10:00 - 11:00", .offset),
    ("2024-12-05 10:00-13:00", "2024-12-05 18:00:00", "2024-12-05 10:00 - 13:00", .offset),
    ("2024-12-05 10:31-12:30", "2024-12-05 18:01:00", "2024-12-05 10:31 - 12:30", .offset),
    ("2024-12-05 10:00-23:30", "2024-12-06 04:30:00", "2024-12-05 10:00 - 23:30", .offset),
    ("2024-12-05 10:00-24:00", "2024-12-06 05:00:00", nil, .offset),
    ("2024-12-05T10:00+01:00", "2024-12-05 04:00:00", nil, .zone),
    ("2024-12-05 10:00+01", "2024-12-05 04:00:00", nil, .zone),
    ("2024-12-05 09:00:00:123", "2024-12-05 09:00:00", nil, .fraction),
    ("2024-12-05 09:00:00.123", "2024-12-05 09:00:00", nil, .fraction),
    ("12:00 am", "2024-12-04 12:00:00", "2024-12-04 00:00", .noon),
    ("12:30am", "2024-12-04 12:30:00", "2024-12-04 00:30", .noon),
    ("2024w", "2063-09-19 09:30:15", nil, .largeCount),
    ("2024 weeks", "2063-09-19 09:30:15", nil, .largeCount),
    ("1 week", "2024-12-11 09:30:15", "2024-12-11", .madeUpTime),
  ]
}
