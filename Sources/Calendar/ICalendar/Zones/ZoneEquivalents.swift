import TaskDates

/// Finds a name for an unnamed zone: that of an equivalent zone of the database.
struct ZoneEquivalents: Sendable {
  private let database: ZoneDatabase
  /// The zones that were read so far, in the order in which names are preferred.
  private var zones: [Zone] = []
  /// The names that were not read yet, in reverse order; nil before the first search.
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

  /// The zones that show a moment as another zone does.
  ///
  /// First those that are like it from then on, of which one without a place is best, because no law can change it.
  mutating func zones(alike zone: Zone, at moment: DateTimeParameters) -> [Zone] {
    while nextZone() != nil {}
    let instant = zone.instant(of: moment)
    let span = instant...Swift.max(instant, Self.lastInstantOfSeries)
    var (lasting, fixed, others): ([Zone], [Zone], [Zone]) = ([], [], [])
    for other in zones where other.instant(of: moment) == instant {
      if !other.isAlike(zone, over: span) {
        others.append(other)
      } else if other.isUTC || other.name.hasPrefix("Etc/") {
        fixed.append(other)
      } else {
        lasting.append(other)
      }
    }
    return fixed + lasting + others
  }

  /// The end of the year 2060, up to which series without an end are compared.
  private static let lastInstantOfSeries = Instant(seconds: 2_871_763_199)

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

  /// The zones in which most people live, then those that CLDR names for Windows, then all others with their own rules,
  /// and last those without a place.
  private var candidates: [String] {
    let common = Self.common + WindowsZoneNames.rows.map(\.zone)
    var seen: Set<String> = []
    let names = (common + database.names().zones).filter { seen.insert($0).inserted }
    let isPlace = { (name: String) in name.contains("/") && !name.hasPrefix("Etc/") }
    return ["UTC"] + names.filter(isPlace) + names.filter { $0.hasPrefix("Etc/") }
  }

  /// The preferred zones; of zones that are alike the first is used.
  private static let common = [
    "Europe/Berlin", "Europe/London", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "Asia/Shanghai", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney",
    "Europe/Helsinki", "Europe/Moscow", "America/Sao_Paulo", "Africa/Lagos", "Africa/Johannesburg",
    "Africa/Nairobi", "Asia/Dubai", "Asia/Karachi", "Asia/Bangkok",
  ]
}
