import TaskDates

/// A date as a point in local time, or as a half-open interval.
///
/// A time is a point, and so is a day: its midnight, as in TaskPaper. A week, a month, a year, and a range are
/// intervals.
struct DateInterval: Hashable, Sendable {
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

  /// True if a relation holds; relations of texts never hold.
  ///
  /// Two points are compared as numbers. An interval is earlier than another if it ends before that begins, and equal
  /// to it if it is within it.
  func stands(_ relation: ComparisonOperator, to other: DateInterval) -> Bool {
    switch relation {
    case .equal: lies(in: other)
    case .notEqual: !lies(in: other)
    case .less: isPoint ? first < other.first : end <= other.first
    case .lessOrEqual: isOver(with: other)
    case .greater: other.isPoint ? first > other.first : first >= other.end
    case .greaterOrEqual: first >= other.first
    case .beginsWith, .contains, .endsWith, .matches: false
    }
  }

  private func lies(in other: DateInterval) -> Bool { first >= other.first && isOver(with: other) }

  /// True if it ends no later than another.
  private func isOver(with other: DateInterval) -> Bool {
    isPoint && !other.isPoint ? first < other.end : end <= other.end
  }
}

/// The settings for reading the dates of a comparison.
struct DateReading {
  let now: DateTimeParameters
  let allowsShortYears: Bool

  /// The date of a text, at the current time if it is relative; nil if the text is not a date.
  func stretch(_ text: String) -> DateInterval? {
    switch try? DateExpression(parsing: text, shortYears: allowsShortYears) {
    case .absolute(let date): DateInterval(date.value)
    case .relative(let date): date.resolved(at: now).map(DateInterval.init)
    case nil: nil
    }
  }
}
