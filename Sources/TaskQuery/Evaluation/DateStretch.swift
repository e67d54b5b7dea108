import TaskDates

/// A date on the line of readings of a clock: a point, or a stretch without its end.
///
/// A time is a point, and so is a day: its midnight, as in TaskPaper. A week, a month, a year, and a
/// range are the stretch that they last.
struct DateStretch: Hashable, Sendable {
  private let first: Int
  private let end: Int
  private let isPoint: Bool

  init(_ value: TMDateType) {
    first = value.startDate.secondNumber
    switch value {
    case .date, .dateTime:
      end = first
      isPoint = true
    case .days, .period:
      end = (value.lastDay.dayNumber + 1) * 86_400
      isPoint = false
    case .beginEndDate(_, let last):
      end = last.secondNumber
      isPoint = false
    }
  }

  /// True if all of it lies before another.
  func isBefore(_ other: DateStretch) -> Bool {
    isPoint ? first < other.first : end <= other.first
  }

  /// True if neither lies before the other.
  func touches(_ other: DateStretch) -> Bool { !isBefore(other) && !other.isBefore(self) }
}

/// How the dates of a comparison are read.
struct DateReading {
  let now: DateTimeParameters
  let allowsShortYears: Bool

  /// The date that a text is, one that moves with the clock as what it is now; nil where it is none.
  func stretch(_ text: String) -> DateStretch? {
    switch try? DateExpression(parsing: text, shortYears: allowsShortYears) {
    case .absolute(let date): DateStretch(date.value)
    case .relative(let date): date.resolved(at: now).map(DateStretch.init)
    case nil: nil
    }
  }
}
