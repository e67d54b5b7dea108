import TaskDates

/// Finds a name for a zone that has none: that of a zone of the database that is alike.
struct ZoneEquivalents: Sendable {
  private let database: ZoneDatabase
  /// The zones that were read so far, in the order in which names are preferred.
  private var zones: [Zone] = []
  /// The names not read yet, the last first; nil before the first search.
  private var rest: [String]?

  init(_ database: ZoneDatabase) {
    self.database = database
  }

  /// The name of the first zone that is alike over a span.
  mutating func name(alike zone: Zone, over span: ClosedRange<Instant>) -> String? {
    if let found = zones.first(where: { $0.isAlike(zone, over: span) }) { return found.name }
    while let next = nextZone() {
      if next.isAlike(zone, over: span) { return next.name }
    }
    return nil
  }

  private mutating func nextZone() -> Zone? {
    var names = rest ?? Array(candidates.reversed())
    defer { rest = names }
    while let name = names.popLast() {
      guard let zone = try? database.zone(named: name) else { continue }
      zones.append(zone)
      return zone
    }
    return nil
  }

  /// The zones that most people live in, then those that CLDR names for Windows' ones, then all others
  /// that have rules of their own; those that are no place's come last.
  private var candidates: [String] {
    let common = Self.common + WindowsZoneNames.rows.map(\.zone)
    var seen: Set<String> = []
    let names = (common + database.names().zones).filter { seen.insert($0).inserted }
    let isPlace = { (name: String) in name.contains("/") && !name.hasPrefix("Etc/") }
    return ["UTC"] + names.filter(isPlace) + names.filter { $0.hasPrefix("Etc/") }
  }

  /// Of zones that are alike the first is meant.
  private static let common = [
    "Europe/Berlin", "Europe/London", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "Asia/Shanghai", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney",
    "Europe/Helsinki", "Europe/Moscow", "America/Sao_Paulo", "Africa/Lagos", "Africa/Johannesburg",
    "Africa/Nairobi", "Asia/Dubai", "Asia/Karachi", "Asia/Bangkok",
  ]
}
