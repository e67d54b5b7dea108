import ExactText
public import TaskDates

/// The properties of a calendar.
public struct CalendarHeader: Hashable, Sendable {
  /// The displayed name (NAME of RFC 7986, and `X-WR-CALNAME` for older clients).
  public var name: String?
  /// The zone of times without one (`X-WR-TIMEZONE`), which Google and Apple read.
  public var zone: String?
  /// The calendar's colour, a CSS name (COLOR of RFC 7986).
  public var color: String?
  /// The colour as `#RRGGBB` (`X-APPLE-CALENDAR-COLOR`).
  public var colorValue: String?
  /// The suggested interval between requests (REFRESH-INTERVAL of RFC 7986, `X-PUBLISHED-TTL`).
  public var refresh: TimeSpan?
  /// Other properties, in order.
  public var properties: [Property]

  /// A property of a calendar, whose value is a text or a list of texts.
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

/// Writes the part of a calendar before its items: its header, and the zones that they use.
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
    for property in header.properties { add(property) }
  }

  /// Writes a property.
  package mutating func add(_ property: CalendarHeader.Property) {
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

  /// Writes the zones that are used, by name.
  public mutating func add(_ use: ZoneUse) {
    for (zone, span) in use.spans { writer.verbatim(TimeZoneEncoder(zone).component(for: span)) }
  }

  /// Returns the bytes written so far, and removes them from the writer.
  public mutating func take() -> [UInt8] {
    writer.take()
  }

  /// The first line of a calendar.
  public static let start = Array("BEGIN:VCALENDAR".utf8)
  /// The line after the last item.
  public static let end = Array("END:VCALENDAR\r\n".utf8)
}
