public import TaskDates

/// The anchors of alarms.
extension CalendarItem {
  /// The local time from which an alarm's offset is counted: that of DTSTART, or of DUE or DTEND.
  ///
  /// For a day it is 00:00. It is nil if the item has no date.
  public func moment(of anchor: Alarm.Anchor) -> DateTimeParameters? {
    anchor == .start ? beginning : end
  }

  /// The seconds from the moment that `@remind` counts from until that from which an alarm's offset is counted; nil if
  /// the item lacks one of them.
  package func lead(of anchor: Alarm.Anchor) -> Int? {
    guard let base = when?.momentOfAlarms ?? start?.startDate, let moment = moment(of: anchor)
    else {
      return nil
    }
    return moment.secondNumber - base.secondNumber
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
  /// The local time from which `@remind` counts: the beginning of a range, the last day of a period, otherwise the date
  /// itself; for a day 00:00.
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
