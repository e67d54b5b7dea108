import ExactText
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
    for (zone, span) in use.spans { writer.verbatim(TimeZoneEncoder(zone).component(for: span)) }
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
