public import TaskDates

/// What alarms are counted from.
extension CalendarItem {
  /// The moment on the item's clock that an alarm's distance is counted from: where DTSTART is, or where
  /// DUE or DTEND is; of a day its 00:00.
  ///
  /// Nil where the item has no date.
  public func moment(of anchor: Alarm.Anchor) -> DateTimeParameters? {
    anchor == .start ? beginning : end
  }

  private var beginning: DateTimeParameters? {
    if kind == .reminder, recurs, start == nil { return ReminderDates(self).start?.moment }
    return (start ?? when)?.startDate
  }

  private var end: DateTimeParameters? {
    guard let when else { return nil }
    if kind == .event, when.isAllDay {
      return when.lastDay.advanced(byDays: 1).map { DateTimeParameters(date: $0, time: .midnight) }
    }
    if kind == .event, let estimate, case .dateTime(let moment) = when {
      return moment.advanced(bySeconds: estimate.nominalSeconds)
    }
    return when.endDate ?? DateTimeParameters(date: when.lastDay, time: when.startDate.time)
  }
}

extension TMDateType {
  /// The moment that a person's `@remind` counts from: the beginning of a range, the last day of a
  /// period, else the date itself; of a day its 00:00.
  public var momentOfAlarms: DateTimeParameters {
    if case .period(let period) = self {
      return DateTimeParameters(date: period.lastDay, time: .midnight)
    }
    return startDate
  }
}

extension ReminderDates.Value {
  fileprivate var moment: DateTimeParameters {
    switch self {
    case .day(let day): DateTimeParameters(date: day, time: .midnight)
    case .moment(let moment): moment
    }
  }
}
