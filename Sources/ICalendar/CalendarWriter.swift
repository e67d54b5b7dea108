public import CalendarItems
public import TaskDates

/// What a calendar says of itself.
public struct CalendarHeader: Hashable, Sendable {
  /// The name that clients show (NAME of RFC 7986, and `X-WR-CALNAME` for older ones).
  public var name: String?
  /// The zone that times without one are meant in (`X-WR-TIMEZONE`), which Google and Apple read.
  public var zone: String?
  /// The calendar's colour, a name of CSS (COLOR of RFC 7986).
  public var color: String?
  /// The same as `#RRGGBB` (`X-APPLE-CALENDAR-COLOR`).
  public var colorValue: String?
  /// How often readers may ask for it again (REFRESH-INTERVAL of RFC 7986, `X-PUBLISHED-TTL`).
  public var refresh: TimeSpan?
  /// Properties beyond these, in order.
  public var properties: [Property]

  /// A property of a calendar, its value a text or a list of them.
  public struct Property: Hashable, Sendable {
    /// A parameter of the property.
    public struct Parameter: Hashable, Sendable {
      /// The parameter's name.
      public let name: String
      /// Its value, which may be any text.
      public let value: String
    }

    /// The name.
    public let name: String
    /// The parameters, in order.
    public let parameters: [Parameter]
    /// The text, or the texts of a list.
    public let values: [String]

    /// Creates a property.
    public init(name: String, parameters: [(String, String)] = [], values: [String]) {
      self.name = name
      self.parameters = parameters.map { Parameter(name: $0.0, value: $0.1) }
      self.values = values
    }
  }

  /// Creates a header.
  public init(name: String? = nil, properties: [Property] = []) {
    self.name = name
    self.properties = properties
  }
}

/// Writes what stands before the items of a calendar: its header, and the zones that they use.
public struct CalendarWriter: Sendable {
  /// The program that wrote a calendar (PRODID).
  public static let productID = "-//duecal//duecal//EN"

  private var writer = ContentLineWriter()

  /// Creates a writer.
  public init() {}

  /// Writes the beginning of the calendar.
  public mutating func begin(_ header: CalendarHeader) {
    writer.line("BEGIN", raw: "VCALENDAR")
    writer.line("VERSION", raw: "2.0")
    writer.line("PRODID", text: Self.productID)
    if let name = header.name {
      writer.line("NAME", text: name)
      writer.line("X-WR-CALNAME", text: name)
    }
    if let zone = header.zone { writer.line("X-WR-TIMEZONE", text: zone) }
    if let color = header.color { writer.line("COLOR", text: color) }
    if let value = header.colorValue { writer.line("X-APPLE-CALENDAR-COLOR", text: value) }
    if let refresh = header.refresh {
      writer.line("REFRESH-INTERVAL;VALUE=DURATION", raw: refresh.duration)
      writer.line("X-PUBLISHED-TTL", raw: refresh.duration)
    }
    for property in header.properties {
      writer.begin(property.name.utf8)
      for parameter in property.parameters {
        writer.parameter(parameter.name.utf8, parameter.value.utf8)
      }
      writer.colon()
      for (index, value) in property.values.enumerated() {
        if index > 0 { writer.comma() }
        writer.text(value)
      }
      writer.end()
    }
  }

  /// Writes the zones that are used, by name.
  public mutating func add(_ use: ZoneUse) {
    for (zone, span) in use.spans { writer.verbatim(TimeZoneCoder(zone).component(for: span)) }
  }

  /// Gives what was written so far, and goes on with nothing.
  public mutating func take() -> [UInt8] {
    writer.take()
  }

  /// How a calendar begins.
  public static let start = Array("BEGIN:VCALENDAR".utf8)
  /// What stands behind the last item.
  public static let end = Array("END:VCALENDAR\r\n".utf8)
}

/// The zones that items use, and the time over which each must be right.
public struct ZoneUse: Sendable {
  private let zones: [String: Zone]
  private var used: [Use] = []
  private var last = 0

  /// A zone and the time over which it is used.
  private struct Use {
    let name: [UInt8]
    let zone: Zone
    var span: TimeZoneCoder.Span?
    /// The days over which it is used, and whether for ever.
    var days: ClosedRange<DateParameters>?
    var isEndless = false

    /// True if a moment adds nothing: it lies days inside of what is used, whatever clocks do then.
    func covers(_ moment: DateTimeParameters, isEndless: Bool) -> Bool {
      guard let days, self.isEndless || !isEndless else { return false }
      return days.lowerBound < moment.date && moment.date < days.upperBound
    }

    mutating func add(_ moment: DateTimeParameters, isEndless: Bool) {
      let instant = zone.instant(of: moment)
      let new = TimeZoneCoder.Span(first: instant, last: isEndless ? nil : instant)
      span = span?.union(new) ?? new
      let (first, last) = (days?.lowerBound ?? moment.date, days?.upperBound ?? moment.date)
      days = min(first, moment.date)...max(last, moment.date)
      self.isEndless = self.isEndless || isEndless
    }
  }

  /// Takes the zones that may be used, by name.
  public init(zones: [String: Zone]) {
    self.zones = zones
  }

  /// Notes what an item uses.
  public mutating func note(_ item: CalendarItem) {
    guard case .zone(var name) = item.anchor, let zone = zones[name] else { return }
    let moments = Self.moments(of: item, zone)
    name.withUTF8 { name in
      for moment in moments { note(zoneNamed: name, moment, isEndless: item.recurs) }
    }
  }

  /// Notes that a zone is used for a reading of its clock, and for ever after in a series.
  mutating func note(
    zoneNamed name: UnsafeBufferPointer<UInt8>, _ moment: DateTimeParameters, isEndless: Bool
  ) {
    guard let index = index(ofZoneNamed: name) else { return }
    if used[index].covers(moment, isEndless: isEndless) { return }
    used[index].add(moment, isEndless: isEndless)
  }

  /// The zone of a name: most often that of the last item.
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

  /// Notes a zone itself.
  public mutating func note(_ zone: Zone, at instant: Instant) {
    let span = TimeZoneCoder.Span(first: instant, last: instant)
    used.append(Use(name: Array(zone.name.utf8), zone: zone, span: span))
  }

  /// The readings of the clock that an item's component holds; days need no zone.
  private static func moments(of item: CalendarItem, _ zone: Zone) -> [DateTimeParameters] {
    let dates = item.kind == .reminder ? ReminderDates(item, zone: zone) : nil
    var moments: [DateTimeParameters] = []
    for case .moment(let moment)? in [dates?.start, dates?.due] { moments.append(moment) }
    let others = [item.occurrence, item.kind == .event ? item.when : nil].compactMap(\.self)
    for date in others where !date.isAllDay {
      moments += [date.startDate] + [date.endDate].compactMap(\.self)
    }
    return moments.isEmpty ? [] : moments + listed(by: item)
  }

  /// The exceptions and additions of a series of times, a day at any time of it.
  private static func listed(by item: CalendarItem) -> [DateTimeParameters] {
    guard let recurrence = item.recurrence, item.recurs else { return [] }
    return (recurrence.except + recurrence.also).map(\.startDate)
  }

  /// The zones by name, each with its span.
  public var spans: [(zone: Zone, span: TimeZoneCoder.Span)] {
    used.sorted { $0.zone.name < $1.zone.name }.compactMap { use in
      use.span.map { (use.zone, $0) }
    }
  }
}
