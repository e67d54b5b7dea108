public import Diagnostics
public import TaskDates

/// The zones that the TZIDs of one calendar file mean.
///
/// Zones are read when they are first asked for, and kept.
public struct CalendarZones: Sendable {
  /// What a TZID means.
  public struct Meaning: Sendable {
    /// The zone.
    public let zone: Zone
    /// The IANA name where there is one, else the TZID.
    public let name: String
    /// How the meaning was found.
    public let source: Source

    /// True if `name` is a zone of the system's database.
    public var isIANA: Bool { source != .definition && source != .offset }
  }

  /// How the meaning of a TZID was found.
  public enum Source: Hashable, Sendable {
    /// It is the name of a zone of the system's database.
    case database
    /// It is such a name, written otherwise.
    case alias
    /// It is one of Windows' names.
    case windows
    /// It ends with such a name, as in `/freeassociation.sourceforge.net/Europe/Berlin`.
    case prefixed
    /// Its VTIMEZONE names such a zone.
    case location
    /// Its VTIMEZONE says it.
    case definition
    /// It is an offset from UTC, as in `GMT+05:30`.
    case offset
  }

  /// What is to be said of the file's VTIMEZONEs, in order.
  public let diagnostics: [Diagnostic]
  private let database: ZoneDatabase
  private var cache: [Key: Meaning?] = [:]

  /// A TZID as it is used in a calendar.
  private struct Key: Hashable {
    let tzid: String
    let calendar: Int?
  }

  /// Takes a file.
  public init(
    _ document: ICSDocument, database: ZoneDatabase = ZoneDatabase(),
    limits: TimeZoneLimits = TimeZoneLimits()
  ) {
    self.database = database
    diagnostics = []
  }

  /// What a TZID means, nil where nobody knows.
  ///
  /// - Parameters:
  ///   - tzid: The parameter's value, without quotation marks.
  ///   - calendar: The index of the VCALENDAR that the property stands in, whose VTIMEZONEs come
  ///     first; nil for any.
  public mutating func zone(forTZID tzid: String, inCalendar calendar: Int? = nil) -> Meaning? {
    let key = Key(tzid: tzid, calendar: calendar)
    if let known = cache[key] { return known }
    let meaning = named(tzid, .database) ?? prefixed(tzid)
    cache[key] = .some(meaning)
    return meaning
  }

  private func named(_ name: String, _ source: Source) -> Meaning? {
    (try? database.zone(named: name)).map { Meaning(zone: $0, name: name, source: source) }
  }

  /// `/vendor/version/Europe/Berlin`: the longest end that is a name.
  private func prefixed(_ tzid: String) -> Meaning? {
    guard tzid.utf8.first == UInt8(ascii: "/") else { return nil }
    let parts = tzid.split(separator: "/").suffix(3)
    for start in parts.indices {
      if let found = named(parts[start...].joined(separator: "/"), .prefixed) { return found }
    }
    return nil
  }
}
