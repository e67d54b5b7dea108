import TaskDates

/// Days that dates are shown of, both included.
struct DayWindow {
  let from: DateParameters?
  let to: DateParameters?

  /// The first moment; nil where the window has no beginning.
  var first: DateTimeParameters? { from.map { DateTimeParameters(date: $0, time: .midnight) } }

  /// The moment behind the last; nil where the window has no end.
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
