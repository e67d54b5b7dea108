import CalendarItems
import Diagnostics
import TaskDates

// MARK: - Recurrence

extension ItemDecoder {
  /// Reads rules and dates as written, which is relative to the component's DTSTART.
  mutating func readRecurrence(
    _ item: inout CalendarItem, start: ReminderDates.Value?, due: ReminderDates.Value?
  ) {
    if isOccurrence { return }  // it has one date (RFC 5545, section 3.8.4.4)
    var recurrence = Recurrence(rule: nil)
    recurrence.rules = rules(.rule, of: item, from: start ?? due)
    recurrence.exceptRules = rules(.exceptRule, of: item, from: start ?? due)
    recurrence.except = listed(.exceptions, item)
    recurrence.also = listed(.additions, item)
    guard !recurrence.rules.isEmpty || !recurrence.also.isEmpty else {
      keep([.exceptRule, .exceptions])  // without rules and dates there is nothing to exclude
      return
    }
    item.recurrence = recurrence
  }

  /// Reads a rule that counts from the last completion, unless another rule counts dates.
  mutating func readAfterDone(_ item: inout CalendarItem) {
    guard item.recurrence == nil, !isOccurrence else { return }
    let first = (item.when ?? item.start).map { ReminderDates.Value(beginningOf: $0) }
    let rules = rules(.afterDone, of: item, from: first)
    guard !rules.isEmpty else { return }
    var recurrence = Recurrence(rule: nil, isAfterDone: true)
    recurrence.rules = rules
    item.recurrence = recurrence
  }

  /// The dates of a list, each in the item's zone.
  private mutating func listed(_ name: PropertyName, _ item: CalendarItem) -> [TMDateType] {
    var listed: [TMDateType] = []
    for place in lines.places(of: name) {
      let line = lines.lines[place]
      let values = zip(lines.values(of: line), Array(lines.answers(to: line)))
      let before = listed.count
      for (value, answer) in values {
        guard listed.count < limits.dates else { return refuseDates(place, listed) }
        if let date = self.listed(value, answer, at: place, item: item) { listed.append(date) }
      }
      if listed.count > before, lines.lines[place].fate == .kept {
        lines.set(.understood, at: place)
      }
    }
    return listed
  }

  private mutating func refuseDates(_ place: Int, _ listed: [TMDateType]) -> [TMDateType] {
    refuse(place, "the item has more than \(limits.dates) dates; the others are kept but not read")
    return listed
  }

  /// One value of a list: a day, a moment, or a period.
  private mutating func listed(
    _ value: ArraySlice<UInt8>, _ answer: LibicalValue?, at place: Int, item: CalendarItem
  ) -> TMDateType? {
    if value.contains(UInt8(ascii: "/")) { return period(value, at: place, item: item) }
    let zone = zone(of: item.anchor)
    guard let date = date(value, answer, at: place) else { return nil }
    let isOfDays = (item.when ?? item.start)?.isAllDay == true && !item.hasMoment
    return isOfDays ? .date(day(of: date)) : date.on(item.anchor, zone).dateType
  }

  /// The day of a date in a series of days, whose times have no effect.
  private func day(of date: DecodedDate) -> DateParameters {
    guard let zoneOfDays, let instant = date.instant else { return date.value.day }
    return zoneOfDays.civil(at: instant)?.date ?? date.value.day
  }

  /// One value of a list, in the form for an item whose dates differ from its DTSTARTs.
  mutating func listedDate(
    _ value: ArraySlice<UInt8>, at place: Int, of item: CalendarItem, starts: SeriesStarts?
  ) -> TMDateType? {
    let date = listed(value, nil, at: place, item: item)
    guard let starts, starts.shift != TimeSpan() else { return date }
    return date.flatMap { $0.on(starts.start).moved(by: starts.shift.negated) }
  }

  /// A period, `start/end` or `start/length`.
  private mutating func period(
    _ value: ArraySlice<UInt8>, at place: Int, item: CalendarItem
  ) -> TMDateType? {
    let parts = value.split(separator: UInt8(ascii: "/"), maxSplits: 1)
    guard parts.count == 2, let first = date(parts[0], nil, at: place),
      case .moment(let start) = first.on(item.anchor, zone(of: item.anchor)),
      let end = end(of: start, first, text: parts[1], item: item, at: place), start < end
    else {
      let text = String(decoding: value.prefix(80), as: UTF8.self)
      refuse(place, "\(text.quoted) is not a period; expected start/end or start/length")
      return nil
    }
    return .beginEndDate(start, end)
  }

  private mutating func end(
    of start: DateTimeParameters, _ first: DecodedDate, text: ArraySlice<UInt8>,
    item: CalendarItem, at place: Int
  ) -> DateTimeParameters? {
    if let span = ValueReader.span(text) { return start.advanced(bySeconds: span.nominalSeconds) }
    guard let date = date(text, nil, at: place),
      case .moment(let end) = date.on(item.anchor, zone(of: item.anchor))
    else { return nil }
    return end
  }
}

// MARK: - A reminder's rule

extension ItemDecoder {
  /// Converts a recurrence counted from DTSTART to one that counts due dates if the distance between them is constant;
  /// otherwise marks that it counts starts.
  mutating func moveRecurrence(
    _ item: inout CalendarItem, start: ReminderDates.Value?, due: ReminderDates.Value?
  ) {
    guard var recurrence = item.recurrence, let start, let due, start != due else { return }
    if item.start != nil {
      let keeps = recurrence.rules.allSatisfy { ReminderDates.keepsDistance($0, start, due: due) }
      guard keeps, start.isDay == due.isDay else {
        item.recurrence?.countsStarts = true
        return
      }
    }
    // Without its own start, only a reminder with a length begins before it is due.
    let dates = ReminderDates(item, recurringDue: .duration, zone: zone(of: item.anchor))
    let shift = dates.shift.negated
    guard shift != TimeSpan() else { return }
    recurrence.rules = recurrence.rules.map { dates.countingDueDates($0) }
    // A day in a series of times refers to DTSTARTs, whose due dates may be on another day.
    let first = due.isDay ? nil : start
    recurrence.except = recurrence.except.compactMap { $0.on(first).moved(by: shift) }
    recurrence.also = recurrence.also.compactMap { $0.on(first).moved(by: shift) }
    item.recurrence = recurrence
  }
}

extension TMDateType {
  /// A day with the time of a moment, if there is one.
  fileprivate func on(_ first: ReminderDates.Value?) -> TMDateType {
    guard case .date(let day) = self, case .moment(let moment)? = first else { return self }
    return .dateTime(DateTimeParameters(date: day, time: moment.time))
  }

  /// The date after a length; a range has its own start, so it stays.
  fileprivate func moved(by span: TimeSpan) -> TMDateType? {
    endDate == nil ? moved(by: DateMove(span)) : self
  }
}

extension CalendarItem {
  /// True if one of its dates has a time.
  fileprivate var hasMoment: Bool { [when, start].contains { $0?.isAllDay == false } }
}
