public import CalendarItems
public import ExactText
public import TaskDates

/// The zones that items use, with the time for which each must be correct.
public struct ZoneUse: Sendable {
  private let zones: ExactDictionary<Zone>
  private var used: [Use] = []
  private var last = 0

  /// A zone and the time of its use.
  private struct Use {
    let name: [UInt8]
    let zone: Zone
    var span: TimeZoneEncoder.Span?
    /// The days of its use, and whether it has no end.
    var days: ClosedRange<DateParameters>?
    var isEndless = false

    /// True if a moment adds nothing, because it is days inside of the range, whatever clocks do then.
    func covers(_ moment: DateTimeParameters, isEndless: Bool) -> Bool {
      guard let days, self.isEndless || !isEndless else { return false }
      return days.lowerBound < moment.date && moment.date < days.upperBound
    }

    mutating func add(_ moment: DateTimeParameters, isEndless: Bool) {
      let instant = zone.instant(of: moment)
      let new = TimeZoneEncoder.Span(first: instant, last: isEndless ? nil : instant)
      span = span?.union(new) ?? new
      let (first, last) = (days?.lowerBound ?? moment.date, days?.upperBound ?? moment.date)
      days = min(first, moment.date)...max(last, moment.date)
      self.isEndless = self.isEndless || isEndless
    }

    /// Adds another use of the same zone.
    mutating func merge(_ other: Use) {
      guard let span = other.span, let days = other.days else { return }
      self.span = self.span?.union(span) ?? span
      let (first, last) = (
        self.days?.lowerBound ?? days.lowerBound, self.days?.upperBound ?? days.upperBound
      )
      self.days = min(first, days.lowerBound)...max(last, days.upperBound)
      isEndless = isEndless || other.isEndless
    }
  }

  /// Creates an empty list with the available zones, by name.
  public init(zones: ExactDictionary<Zone>) {
    self.zones = zones
  }

  /// Notes the zones of an item.
  public mutating func note(_ item: CalendarItem) {
    guard case .zone(var name) = item.anchor,
      let index = name.withUTF8({ index(ofZoneNamed: $0) })
    else { return }
    let recurs = item.recurs
    var hasTime = false
    Self.forEachMoment(of: item, recurs ? used[index].zone : nil) { moment in
      hasTime = true
      note(moment, of: index, isEndless: recurs)
    }
    guard recurs, hasTime, let recurrence = item.recurrence else { return }
    // The exceptions and additions of a series of times are times too; a day may be any time of it.
    for date in recurrence.except + recurrence.also {
      note(date.startDate, of: index, isEndless: true)
    }
  }

  /// Notes the use of a zone for a local time, and without an end for a series.
  mutating func note(
    zoneNamed name: UnsafeBufferPointer<UInt8>, _ moment: DateTimeParameters, isEndless: Bool
  ) {
    if let index = index(ofZoneNamed: name) { note(moment, of: index, isEndless: isEndless) }
  }

  private mutating func note(_ moment: DateTimeParameters, of index: Int, isEndless: Bool) {
    if used[index].covers(moment, isEndless: isEndless) { return }
    used[index].add(moment, isEndless: isEndless)
  }

  /// Adds the use by other items, as if each of them had been noted here.
  public mutating func merge(_ other: ZoneUse) {
    for theirs in other.used {
      guard let index = theirs.name.withUnsafeBufferPointer({ index(ofZoneNamed: $0) }) else {
        used.append(theirs)
        continue
      }
      used[index].merge(theirs)
    }
  }

  /// The zone with a name, which is usually that of the last item.
  private mutating func index(ofZoneNamed name: UnsafeBufferPointer<UInt8>) -> Int? {
    if last < used.count, used[last].name.elementsEqual(name) { return last }
    if let index = used.firstIndex(where: { $0.name.elementsEqual(name) }) {
      last = index
      return index
    }
    guard let zone = zones[String(decoding: name, as: UTF8.self)] else { return nil }
    last = used.count
    used.append(Use(name: Array(name), zone: zone, span: nil))
    return last
  }

  /// Notes the use of a zone at an instant.
  public mutating func note(_ zone: Zone, at instant: Instant) {
    let span = TimeZoneEncoder.Span(first: instant, last: instant)
    used.append(Use(name: Array(zone.name.utf8), zone: zone, span: span))
  }

  /// Calls `body` with the local times that an item's component may contain; days need no zone.
  ///
  /// Of the forms of a recurring reminder it uses the longer one, which includes all moments of the other.
  private static func forEachMoment(
    of item: CalendarItem, _ zone: Zone?, body: (DateTimeParameters) -> Void
  ) {
    if item.kind == .reminder {
      let dates = ReminderDates(item, recurringDue: .duration, zone: zone)
      if case .moment(let start)? = dates.start { body(start) }
      if case .moment(let due)? = dates.due { body(due) }
    } else if let when = item.when {
      forEachMoment(of: when, body)
    }
    if let occurrence = item.occurrence { forEachMoment(of: occurrence, body) }
  }

  private static func forEachMoment(of date: TMDateType, _ body: (DateTimeParameters) -> Void) {
    if date.isAllDay { return }
    body(date.startDate)
    if let end = date.endDate { body(end) }
  }

  /// The zones by name, each with its span.
  public var spans: [(zone: Zone, span: TimeZoneEncoder.Span)] {
    used.sorted { $0.zone.name < $1.zone.name }.compactMap { use in
      use.span.map { (use.zone, $0) }
    }
  }
}
