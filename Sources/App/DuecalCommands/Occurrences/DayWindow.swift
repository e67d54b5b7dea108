import TaskDates

/// A range of days whose dates are shown, both ends included.
struct DayWindow {
  let from: DateParameters?
  let to: DateParameters?

  /// The first moment; nil if the window has no beginning.
  var first: DateTimeParameters? { from.map { DateTimeParameters(date: $0, time: .midnight) } }

  /// The first moment after the window; nil if the window has no end.
  var end: DateTimeParameters? {
    to?.advanced(byDays: 1).map { DateTimeParameters(date: $0, time: .midnight) }
  }

  /// True if a moment is in it.
  func contains(_ moment: DateTimeParameters) -> Bool {
    if let from, moment.date < from { return false }
    if let to, moment.date > to { return false }
    return true
  }
}
