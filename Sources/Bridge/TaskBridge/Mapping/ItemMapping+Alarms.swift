import CalendarItems
import TaskDates

/// When a line's `@remind` goes off, as alarms of its item.
extension ItemMapping {
  /// The alarms of an item, none where they count from a date that is not there.
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

  /// What an item's alarms count from.
  private struct Base {
    let moment: DateTimeParameters
    let isDay: Bool
    let anchor: Alarm.Anchor
    /// The seconds from the property that alarms are anchored on to `moment`.
    var lead = 0
  }

  /// The beginning of a range, else the due date: DTSTART where it stands there, else DUE.
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
    // Where both forms of a repeating reminder have the moment, so that the alarm is right in either.
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

  /// An alarm so long after the base, a day's counted from when days begin for the person.
  private func alarm(_ span: TimeSpan, _ base: Base, dayStart: TimeParameters) -> Alarm {
    guard base.isDay else { return Alarm(.relative(span, from: base.anchor)) }
    let seconds = base.lead + dayStart.secondOfDay + span.nominalSeconds
    return Alarm(.relative(TimeSpan(seconds: seconds), from: base.anchor))
  }

  /// An alarm at a moment, said as its distance from the base.
  ///
  /// On a day when clocks change in between, readers differ on what that distance means, so an item
  /// that does not repeat says the instant.
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
  /// False for an instant that is in the years 1 to 9999 where it is meant, and not in UTC.
  fileprivate var isSayable: Bool {
    if case .at(let instant) = trigger { instant.utc != nil } else { true }
  }
}
