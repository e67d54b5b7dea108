import CalendarItems
import TaskDates

// MARK: - Dates of an item

extension ItemPatch {
  mutating func writeDates() {
    var was = before.dates
    let now = after.dates
    if new.kind == .event, was.end == nil, was.differs(from: now) { was.end = endOfLine }
    let isRewritten = isMoved || was.differs(from: now) && hasOtherDates
    if was.start != now.start || isRewritten {
      setDate(.start, now.start.map { .date($0, new.anchor) })
    }
    let end: PropertyName = new.kind == .event ? .end : .due
    if was.end != now.end || isRewritten { setDate(end, now.end.map { .date($0, new.anchor) }) }
    if was.duration != now.duration { set(.duration, to: now.duration.map { .span($0) }) }
    if before.occurrence != after.occurrence || (isMoved && after.occurrence != nil) {
      setDate(.recurrenceID, after.occurrence)
    }
  }

  /// True if the component's dates have another form than the item's: midnights for days, or dates for none.
  private var hasOtherDates: Bool {
    var reader = decoder
    let start = reader.date(.start)
    if before.dates.start?.isDay == true { return start?.value.isDay == false }
    return new.kind == .reminder && reader.isUndated(start, reader.date(.due))
  }

  /// A DTEND without meaning, or an impossible one: it is removed with the date that it belongs to.
  private var endOfLine: ReminderDates.Value? {
    guard let place = decoder.lines.place(of: .end) else { return nil }
    var reader = decoder
    return reader.dates(at: place).first?.value
  }

  private func has(_ name: PropertyName) -> Bool { decoder.lines.place(of: name) != nil }

  /// True if there is a DUE with a date.
  private var hasDue: Bool {
    var reader = decoder
    return reader.date(.due) != nil
  }

  /// The form of the dates in the component, with the zone of an item.
  func form(of item: CalendarItem) -> ComponentForm {
    var existing = ComponentForm.Existing()
    existing.hasDuration = has(.duration)
    existing.hasEnd = has(.end)
    existing.hasDue = hasDue
    // A series needs a DTSTART for its rule, so without the rule there is no reason to keep it.
    existing.startIsDue = startIsDue && (item.recurs || !old.item.recurs)
    existing.startIsDueByLength = startIsDueByLength
    existing.isDueAlone = isDueAlone
    existing.start = old.item.start
    var reader = decoder
    existing.duration = reader.span(.duration)
    let usesEqual = existing.startIsDue || existing.isDueAlone
    return ComponentForm(
      recurringDue: usesEqual ? .equal : options.recurringDue, zone: zone(of: item.anchor),
      existing: existing)
  }

  /// True if the component repeats and has no DTSTART.
  private var isDueAlone: Bool { has(.rule) && !has(.start) }

  /// True if DTSTART and DUE of the component are equal, as Apple writes them.
  private var startIsDue: Bool {
    var reader = decoder
    guard let start = reader.date(.start), let due = reader.date(.due) else { return false }
    return start.on(due.anchor, due.zone) == due.value
  }

  /// True if the component has a DTSTART and a length that ends on the same day: `P1D`.
  private var startIsDueByLength: Bool {
    guard old.item.start == nil, has(.start), has(.duration), !hasDue else { return false }
    var reader = decoder
    return reader.date(.start)?.value.dateType == old.item.when
  }

  // MARK: Lines

  /// Sets a date, in the zone of its line if the item's zone is still the same.
  private mutating func setDate(_ name: PropertyName, _ value: PropertyValue?) {
    guard let value else { return set(name, to: nil) }
    let place = decoder.lines.place(of: name)
    guard let written = written(name, value, likeLineAt: place) else { return }
    guard let place else { return append(line(name, written)) }
    replace(
      place, dropping: ["TZID", "VALUE", "RANGE"], adding: [written.parameters],
      with: written.value)
  }

  /// A date in written form, with the component's name for its zone.
  func written(
    _ name: PropertyName, _ value: PropertyValue, likeLineAt place: Int?
  ) -> WrittenProperty? {
    guard let clock = clock(of: value, likeLineAt: place),
      var written = WrittenProperty(name, value.on(clock.moment, clock.anchor.unnamed))
    else { return WrittenProperty(name, value) }
    let zone = tzid(of: clock.anchor, likeLineAt: place)
    let isPeriod = if case .period = value { true } else { false }
    let parameters = isPeriod ? [written.parameters, zone] : [zone, written.parameters]
    written.parameters = Array(
      parameters.filter { !$0.isEmpty }.joined(separator: [UInt8(ascii: ";")]))
    return written
  }

  /// The moment of a date and its zone; nil for a day.
  ///
  /// If the item's zone did not change, it is the zone of the line.
  private func clock(
    of value: PropertyValue, likeLineAt place: Int?
  ) -> (moment: DateTimeParameters, anchor: CalendarItem.Anchor)? {
    guard let moment = value.moment else { return nil }
    var reader = decoder
    guard !isMoved, let place,
      let there = reader.dates(at: place).first, !there.value.isDay, there.anchor != new.anchor
    else { return (moment, new.anchor) }
    let here = DecodedDate(value: .moment(moment), anchor: new.anchor, zone: zone(of: new.anchor))
    guard case .moment(let converted) = here.on(there.anchor, there.zone) else {
      return (moment, new.anchor)
    }
    return (converted, there.anchor)
  }

  /// The TZID of a zone: as written in a line of the component, otherwise its name.
  private func tzid(of clock: CalendarItem.Anchor, likeLineAt place: Int?) -> [UInt8] {
    guard case .zone(let name) = clock else { return [] }
    let others = [PropertyName.start, .due, .end, .recurrenceID, .exceptions, .additions]
      .flatMap { decoder.lines.places(of: $0) }
    for place in [place].compactMap(\.self) + others {
      var reader = decoder
      guard reader.dates(at: place).first?.anchor == clock else { continue }
      let property = decoder.lines.lines[place].property
      if let found = property.zoneWithColon { return Self.parameter("TZID", found.tzid) }
      if let parameter = property.parameter("TZID") { return property.written(parameter) }
    }
    return Self.parameter("TZID", name)
  }
}

extension PropertyValue {
  /// The moment of a date, or the first one of a period; nil for a day.
  fileprivate var moment: DateTimeParameters? {
    switch self {
    case .date(.moment(let moment), _), .futureFrom(.moment(let moment), _): moment
    case .period(let start, _, _): start
    default: nil
    }
  }

  /// The same value with another moment in another zone.
  fileprivate func on(
    _ moment: DateTimeParameters, _ anchor: CalendarItem.Anchor
  ) -> PropertyValue {
    switch self {
    case .date(.moment, _): .date(.moment(moment), anchor)
    case .futureFrom(.moment, _): .futureFrom(.moment(moment), anchor)
    case .period(_, let end, _): .period(moment, end, anchor)
    default: self
    }
  }
}

extension CalendarItem.Anchor {
  /// The kind of anchor without the name of its zone, because a file may use another name.
  fileprivate var unnamed: CalendarItem.Anchor { self == .utc ? .utc : .floating }
}
