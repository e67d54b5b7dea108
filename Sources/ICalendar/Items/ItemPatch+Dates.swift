import CalendarItems
import TaskDates

// MARK: - When an item is

extension ItemPatch {
  /// The dates of an item as a component's properties hold them.
  private struct Dates: Equatable {
    var start: ReminderDates.Value?
    /// DTEND or DUE.
    var end: ReminderDates.Value?
    var duration: TimeSpan?
  }

  mutating func writeDates() {
    var before = dates(of: old.item)
    let after = dates(of: new)
    if new.kind == .event, before.end == nil, before != after { before.end = endOfLine }
    if before.start != after.start || isMoved { setDate(.start, after.start) }
    let endName: PropertyName = new.kind == .event ? .end : .due
    if before.end != after.end || isMoved { setDate(endName, after.end) }
    if before.duration != after.duration {
      set(.duration, to: (after.duration?.duration).map(Self.raw))
    }
    let replaces = new.replacesFuture != old.item.replacesFuture
    if new.occurrence != old.item.occurrence || (isMoved && new.occurrence != nil) || replaces {
      setDate(.recurrenceID, new.occurrence.map(Self.value))
    }
  }

  /// A DTEND that says nothing, or what cannot be: it goes with the date that it belonged to.
  private var endOfLine: ReminderDates.Value? {
    guard let place = decoder.lines.place(of: .end) else { return nil }
    var reader = decoder
    return reader.dates(at: place).first?.value
  }

  private static func value(_ date: TMDateType) -> ReminderDates.Value {
    date.isAllDay ? .day(date.firstDay) : .moment(date.startDate)
  }

  private func has(_ name: PropertyName) -> Bool { decoder.lines.place(of: name) != nil }

  /// True if there is a DUE that is a date.
  private var isDueSaid: Bool {
    var reader = decoder
    return reader.date(.due) != nil
  }

  private func dates(of item: CalendarItem) -> Dates {
    item.kind == .event ? eventDates(of: item) : reminderDates(of: item)
  }

  private func eventDates(of item: CalendarItem) -> Dates {
    guard let when = item.when else { return Dates() }
    var dates = Dates(start: Self.value(when))
    if when.isAllDay {
      let days = when.lastDay.dayNumber - when.firstDay.dayNumber + 1
      if has(.duration), !has(.end) {
        dates.duration = TimeSpan(days: days)
      } else if days > 1 || has(.end) {
        dates.end = when.lastDay.advanced(byDays: 1).map { .day($0) }
      }
    } else if let end = when.endDate {
      dates.end = .moment(end)
    } else {
      dates.duration = item.estimate
    }
    return dates
  }

  /// A reminder's dates in the form that its component has: DTSTART beside an equal DUE, DURATION, or
  /// DUE alone though it repeats.
  private func reminderDates(of item: CalendarItem) -> Dates {
    let isEqual = startIsDue || (startIsDueByLength && !item.recurs)
    let found = ReminderDates(
      item, recurringDue: shape.recurringDue, zone: zone(of: item.anchor))
    var dates = Dates(start: found.start, end: found.due, duration: found.duration)
    if isEqual, item.start == nil, let end = dates.end { dates.start = end }
    if let start = item.start, dates.start == nil || start == old.item.start {
      dates.start = Self.value(start)  // also one of another type than DUE, as long as it is theirs
    }
    if item.start == nil, isDueAlone, let when = item.when {
      return Dates(
        end: when.isAllDay ? .day(when.lastDay) : .moment(when.endDate ?? when.startDate))
    }
    if has(.duration), !isDueSaid, item.start == nil, old.item.start == nil, let end = dates.end {
      var reader = decoder  // a start that says nothing, and a length that says as little
      return Dates(start: end, duration: reader.span(.duration))
    }
    if has(.duration), !isDueSaid, let start = dates.start, let end = dates.end {
      dates.duration = Self.length(from: start, to: end)
      dates.end = dates.duration == nil ? end : nil
    }
    return dates
  }

  /// How the component writes a reminder that repeats.
  var shape: EncodingOptions {
    var shape = options
    if startIsDue || isDueAlone { shape.recurringDue = .equal }
    return shape
  }

  /// True if the component repeats and has no DTSTART.
  private var isDueAlone: Bool { has(.rule) && !has(.start) }

  /// True if the component has DTSTART and DUE the same, as Apple writes them.
  private var startIsDue: Bool {
    var reader = decoder
    guard let start = reader.date(.start), let due = reader.date(.due) else { return false }
    return start.on(due.anchor, due.zone) == due.value
  }

  /// True if the component has a DTSTART and a length that ends where it begins: the one day of `P1D`.
  private var startIsDueByLength: Bool {
    guard old.item.start == nil, has(.start), has(.duration), !isDueSaid else { return false }
    var reader = decoder
    return reader.date(.start)?.value.dateType == old.item.when
  }

  private static func length(
    from start: ReminderDates.Value, to end: ReminderDates.Value
  ) -> TimeSpan? {
    switch (start, end) {
    case (.day(let start), .day(let end)):
      TimeSpan(days: end.dayNumber - start.dayNumber + 1)
    case (.moment(let start), .moment(let end)):
      TimeSpan(seconds: end.secondNumber - start.secondNumber)
    default: nil
    }
  }

  // MARK: Lines

  /// Sets a date, on the clock that its line has where the item's is still the same.
  private mutating func setDate(_ name: PropertyName, _ value: ReminderDates.Value?) {
    guard let value else { return set(name, to: nil) }
    let place = decoder.lines.place(of: name)
    var style = style(of: value, likeLineAt: place)
    if name == .recurrenceID, new.replacesFuture {
      style.parameters.append(Array("RANGE=THISANDFUTURE".utf8))
    }
    guard let place else {
      return append(line(name, with: style.value, parameters: style.parameters))
    }
    replace(
      place, dropping: ["TZID", "VALUE", "RANGE"], adding: style.parameters, with: style.value)
  }

  /// A date as it is written: its parameters, and its value.
  func style(
    of value: ReminderDates.Value, likeLineAt place: Int?
  ) -> (parameters: [[UInt8]], value: [UInt8]) {
    switch value {
    case .day(let day): return ([Array("VALUE=DATE".utf8)], Self.raw(day.compact))
    case .moment(let moment):
      let (moment, clock) = clock(of: moment, likeLineAt: place)
      let isUTC = clock == .utc
      return (tzid(of: clock, likeLineAt: place), Self.raw(moment.compact + (isUTC ? "Z" : "")))
    }
  }

  /// A moment of the item's clock on that of a line, if the item's did not change.
  private func clock(
    of moment: DateTimeParameters, likeLineAt place: Int?
  ) -> (DateTimeParameters, CalendarItem.Anchor) {
    var reader = decoder
    guard !isMoved, let place,
      let there = reader.dates(at: place).first, !there.value.isDay, there.anchor != new.anchor
    else { return (moment, new.anchor) }
    let here = ReadDate(value: .moment(moment), anchor: new.anchor, zone: zone(of: new.anchor))
    guard case .moment(let converted) = here.on(there.anchor, there.zone) else {
      return (moment, new.anchor)
    }
    return (converted, there.anchor)
  }

  /// The TZID of a clock: as a line of the component writes it, else its name.
  private func tzid(of clock: CalendarItem.Anchor, likeLineAt place: Int?) -> [[UInt8]] {
    guard case .zone(let name) = clock else { return [] }
    let others = [PropertyName.start, .due, .end, .recurrenceID, .exceptions, .additions]
      .flatMap { decoder.lines.places(of: $0) }
    for place in [place].compactMap(\.self) + others {
      var reader = decoder
      guard reader.dates(at: place).first?.anchor == clock else { continue }
      let property = decoder.lines.lines[place].property
      if let found = property.zoneWithColon { return [Self.parameter("TZID", found.tzid)] }
      if let parameter = property.parameter("TZID") { return [property.written(parameter)] }
    }
    return [Self.parameter("TZID", name)]
  }
}
