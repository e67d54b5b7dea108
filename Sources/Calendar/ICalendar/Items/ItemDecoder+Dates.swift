import CalendarItems
import Diagnostics
import ExactText
import TaskDates

// MARK: - Dates of an item

extension ItemDecoder {
  mutating func readDates(_ item: inout CalendarItem) {
    let occurrence = date(.recurrenceID)
    isOccurrence = occurrence != nil
    let start = date(.start)
    if item.kind == .event {
      readEventDates(&item, start)
    } else {
      readReminderDates(&item, start)
    }
    if let occurrence { readOccurrence(occurrence, &item) }
  }

  private mutating func readOccurrence(_ occurrence: DecodedDate, _ item: inout CalendarItem) {
    if item.hasDays, occurrence.value.isMidnight {
      // Exchange names the days of a series by their midnights.
      item.occurrence = .date(occurrence.value.day)
    } else {
      if item.hasNoTime, !occurrence.value.isDay { item.anchor = occurrence.anchor }
      item.occurrence = occurrence.on(item.anchor, zone(of: item.anchor)).dateType
    }
    let range = lines.place(of: .recurrenceID).flatMap {
      lines.lines[$0].property.text(of: "RANGE")
    }
    item.replacesFuture = range?.uppercased() == "THISANDFUTURE"
  }

  // MARK: Events

  private mutating func readEventDates(_ item: inout CalendarItem, _ start: DecodedDate?) {
    let end = date(.end)
    let length = end == nil ? span(.duration) : nil
    guard let start else {
      keep([.duration])
      if let place = lines.place(of: .end) {
        refuse(place, "an event with DTEND needs a DTSTART", severity: .warning)
      }
      return
    }
    if isAllDay(from: start, to: end, length: length) {
      return readDays(&item, from: start, to: end, length: length)
    }
    item.anchor = start.anchor
    let last = end.map { $0.on(item.anchor, start.zone) }
    switch start.value {
    case .day(let day): item.when = days(from: day, to: last, length: length)
    case .moment(let moment):
      item.when = times(from: moment, to: last, lasts: lasts(from: start, to: end))
      if let length, length.nominalSeconds > 0 { item.estimate = length }
      if let length, length.nominalSeconds < 0, let place = lines.place(of: .duration) {
        refuse(place, "the event ends before it begins; expected a positive DURATION")
      }
    }
    readRecurrence(&item, start: start.value, due: nil)
  }

  /// True for the midnights that Exchange writes for the days of an event.
  private func isAllDay(from start: DecodedDate, to end: DecodedDate?, length: TimeSpan?) -> Bool {
    guard let place = lines.place(of: .allDay),
      lines.lines[place].property.valueText.uppercased() == "TRUE", start.value.isMidnight
    else { return false }
    if let end { return end.on(start.anchor, start.zone).isMidnight }
    return length.map { $0.seconds % 86_400 == 0 } ?? true
  }

  /// Reads an event from midnight to midnight as days.
  private mutating func readDays(
    _ item: inout CalendarItem, from start: DecodedDate, to end: DecodedDate?, length: TimeSpan?
  ) {
    if let place = lines.place(of: .allDay) { lines.set(.understood, at: place) }
    zoneOfDays = start.anchor == .utc ? .utc : start.zone
    let last = end.map { ReminderDates.Value.day($0.on(start.anchor, start.zone).day) }
    item.when = days(from: start.value.day, to: last, length: length)
    readRecurrence(&item, start: .day(start.value.day), due: nil)
  }

  /// The days from the first to the one before DTEND, which is exclusive (RFC 5545, section 3.6.1).
  private mutating func days(
    from day: DateParameters, to end: ReminderDates.Value?, length: TimeSpan?
  ) -> TMDateType {
    let endDay = end?.firstDayAfter ?? length.flatMap { day.advanced(byDays: $0.wholeDays) }
    if length != nil, endDay == nil, let place = lines.place(of: .duration) {
      refuse(place, "this value is ignored, because the end would be outside the years 1 to 9999")
    }
    guard let last = endDay?.advanced(byDays: -1), last > day else {
      if let end, end.secondNumber < day.dayNumber * 86_400, let place = lines.place(of: .end) {
        refuse(place, "the event ends before it begins; its DTEND is ignored")
      }
      return .date(day)
    }
    return .days(day, last)
  }

  /// True if an end is a later instant than a beginning.
  private func lasts(from start: DecodedDate, to end: DecodedDate?) -> Bool {
    guard let start = start.instant, let end = end?.instant else { return false }
    return start < end
  }

  private mutating func times(
    from start: DateTimeParameters, to end: ReminderDates.Value?, lasts: Bool
  ) -> TMDateType {
    guard let end, let place = lines.place(of: .end) else { return .dateTime(start) }
    let moment: DateTimeParameters =
      switch end {
      case .moment(let moment): moment
      case .day(let day): DateTimeParameters(date: day, time: .midnight)
      }
    if start < moment { return .beginEndDate(start, moment) }
    if lasts {
      refuse(
        place, "the event ends in the hour that clocks show twice; its DTEND is ignored",
        severity: .warning)
      return .dateTime(start)
    }
    if moment < start { refuse(place, "the event ends before it begins; its DTEND is ignored") }
    return .dateTime(start)
  }

  // MARK: Reminders

  private mutating func readReminderDates(_ item: inout CalendarItem, _ start: DecodedDate?) {
    let due = date(.due)
    if isUndated(start, due) { return }
    let length = due == nil ? span(.duration) : nil
    guard let main = mainDate(start, due) else { return keep([.duration]) }
    item.anchor = main.anchor
    let first = start?.on(item.anchor, main.zone)
    let last = due?.on(item.anchor, main.zone) ?? first.flatMap { end(of: $0, length) }
    if length != nil, first != nil, last == nil, let place = lines.place(of: .duration) {
      refuse(place, "this value is ignored, because the end would be outside the years 1 to 9999")
    }
    item.when = last?.dateType
    item.start = first?.dateType
    reportReversed(item, length, at: due == nil ? .duration : .due)
    readRecurrence(&item, start: first, due: last)
    if let first, let last {
      leaveOutStart(&item, first, due: last, hasDue: due != nil, length: length)
    }
    moveRecurrence(&item, start: first, due: last)
  }

  /// True for the first and the last day of 32-bit clocks, between which recurring-ical-events puts undated to-dos.
  func isUndated(_ start: DecodedDate?, _ due: DecodedDate?) -> Bool {
    guard let start, let due, lines.place(of: .rule) == nil, lines.place(of: .additions) == nil
    else { return false }
    let values = [start.value, due.value]
    return values.allSatisfy { $0.isDay || $0.isMidnight }
      && ExactString(start.value.day.compact) == ExactString("19700101")
      && ExactString(due.value.day.compact) == ExactString("20380101")
  }

  /// Reports that a reminder is due before its start; both dates are kept.
  private mutating func reportReversed(
    _ item: CalendarItem, _ length: TimeSpan?, at name: PropertyName
  ) {
    guard let start = item.start, let due = item.when, let place = lines.place(of: name) else {
      return
    }
    let isDay = start.isAllDay || due.isAllDay
    let isBefore = isDay ? due.firstDay < start.firstDay : due.startDate < start.startDate
    guard isBefore || (length?.nominalSeconds ?? 0) < 0 else { return }
    report(
      .warning, at: place,
      message: "the to-do is due before it begins; expected a \(name.text) after DTSTART")
  }

  /// The date that determines the zone of a reminder: the one that a rule counts, otherwise the due date; a moment
  /// takes precedence over a day.
  private func mainDate(_ start: DecodedDate?, _ due: DecodedDate?) -> DecodedDate? {
    let repeats = lines.place(of: .rule) != nil && !isOccurrence
    let dates = (repeats ? [start, due] : [due, start]).compactMap(\.self)
    return dates.first { !$0.value.isDay } ?? dates.first
  }

  /// The due date of a reminder with a start and a length; a length in days includes the first day.
  private func end(of start: ReminderDates.Value, _ length: TimeSpan?) -> ReminderDates.Value? {
    guard let length else { return nil }
    guard start.isDay else { return start.advanced(by: length) }
    return start.advanced(by: TimeSpan(days: max(0, length.wholeDays - 1)))
  }

  /// Omits a DTSTART without meaning: one equal to the due date, as Apple writes it, or the one that a recurring
  /// reminder needs.
  private mutating func leaveOutStart(
    _ item: inout CalendarItem, _ start: ReminderDates.Value, due: ReminderDates.Value,
    hasDue: Bool, length: TimeSpan?
  ) {
    if start == due { return item.start = nil }
    guard item.recurs else { return }
    var alone = item
    alone.start = nil
    alone.when = hasDue || length != TimeSpan(seconds: 60) ? due.dateType : start.dateType
    let dates = ReminderDates(alone, recurringDue: .duration, zone: zone(of: item.anchor))
    if dates.start == start, hasDue ? dates.due == due : dates.duration == length { item = alone }
  }
}

extension TimeSpan {
  /// The number of days that a length touches; hours count as part of a day.
  fileprivate var wholeDays: Int { days + (seconds + 86_399) / 86_400 }
}

extension CalendarItem {
  /// True if the item has no date with a time of day.
  fileprivate var hasNoTime: Bool { ![when, start].contains { $0?.isAllDay == false } }

  /// True if the item has dates, and all are days.
  fileprivate var hasDays: Bool { hasNoTime && (when ?? start) != nil }
}

extension ReminderDates.Value {
  /// True for a time of 00:00.
  var isMidnight: Bool {
    if case .moment(let moment) = self { moment.time == .midnight } else { false }
  }

  /// The first day after a date that ends here.
  fileprivate var firstDayAfter: DateParameters? {
    switch self {
    case .day(let day): day
    case .moment(let moment):
      moment.time == .midnight ? moment.date : moment.date.advanced(byDays: 1)
    }
  }
}
