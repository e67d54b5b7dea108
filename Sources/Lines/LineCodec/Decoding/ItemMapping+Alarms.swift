import CalendarItems
import TaskBridge
import TaskDates

/// Maps `@remind` to alarms.
extension ItemMapping {
  /// The alarms of an item; none if the date that they are relative to is missing.
  func alarms(of item: CalendarItem, _ fields: LineFields) -> [Alarm] {
    fields.reminders.compactMap { alarm($0, of: item, fields: fields) }.filter { $0.isSayable }
  }

  private func alarm(
    _ reminder: LineFields.Reminder, of item: CalendarItem, fields: LineFields
  ) -> Alarm? {
    if case .moment(let moment) = reminder, !item.recurs {
      return Alarm(.at(zone(of: fields).instant(of: moment)))
    }
    guard let base = base(of: item, fields) else { return nil }
    switch reminder {
    case .offset(let span): return alarm(span, base, dayStart: options.dayStart)
    case .time(let time):
      return alarm(
        at: DateTimeParameters(date: base.moment.date, time: time), base, item: item, fields: fields
      )
    case .moment(let moment): return alarm(at: moment, base, item: item, fields: fields)
    }
  }

  /// The date to which an item's alarms are relative.
  private struct Base {
    let moment: DateTimeParameters
    let isDay: Bool
    let anchor: Alarm.Anchor
    /// The seconds from the property that alarms refer to until `moment`.
    var lead = 0
  }

  /// The base of alarms: the beginning of a range, otherwise the due date.
  ///
  /// That is DTSTART if it has this date, otherwise DUE.
  private func base(of item: CalendarItem, _ fields: LineFields) -> Base? {
    guard let wanted = item.when ?? (fields.hasDateError ? nil : item.start) else { return nil }
    let moment = item.when == nil ? wanted.startDate : wanted.momentOfAlarms
    guard item.kind == .reminder else {
      let first = DateTimeParameters(date: wanted.firstDay, time: .midnight)
      let isFirst = !wanted.isAllDay || first == moment
      return Base(
        moment: moment, isDay: wanted.isAllDay, anchor: .start,
        lead: isFirst ? 0 : moment.secondNumber - first.secondNumber)
    }
    let isZoned = if case .zone = item.anchor { true } else { false }
    // If both properties of a repeating reminder have the moment, the alarm is right for either.
    let dates = ReminderDates(
      item, recurringDue: .duration, zone: isZoned ? zone(of: fields) : nil)
    let start: DateTimeParameters? =
      switch dates.start {
      case .day(let day): DateTimeParameters(date: day, time: .midnight)
      case .moment(let moment): moment
      case nil: nil
      }
    return Base(
      moment: moment, isDay: wanted.isAllDay, anchor: start == moment ? .start : .due)
  }

  /// An alarm at a span after the base; for a date without a time, after the time of day for alarms.
  private func alarm(_ span: TimeSpan, _ base: Base, dayStart: TimeParameters) -> Alarm {
    guard base.isDay else { return Alarm(.relative(span, from: base.anchor)) }
    let seconds = base.lead + dayStart.secondOfDay + span.nominalSeconds
    return Alarm(.relative(TimeSpan(seconds: seconds), from: base.anchor))
  }

  /// An alarm at a moment, written as its distance from the base.
  ///
  /// If clocks change in between, readers disagree about the meaning of the distance. So an item that does not repeat
  /// has the instant instead.
  private func alarm(
    at moment: DateTimeParameters, _ base: Base, item: CalendarItem, fields: LineFields
  ) -> Alarm {
    let distance = moment.secondNumber - base.moment.secondNumber
    let zone = zone(of: fields)
    let exact = zone.instant(of: moment).seconds - zone.instant(of: base.moment).seconds
    if exact != distance, !item.recurs, item.anchor != .floating {
      return Alarm(.at(zone.instant(of: moment)))
    }
    return Alarm(.relative(TimeSpan(seconds: base.lead + distance), from: base.anchor))
  }
}

extension Alarm {
  /// False if the year of an instant is 1 to 9999 in the item's zone but not in UTC.
  fileprivate var isSayable: Bool {
    if case .at(let instant) = trigger { instant.utc != nil } else { true }
  }
}
