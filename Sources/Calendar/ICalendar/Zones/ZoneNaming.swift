import ExactText
import TaskDates

/// Finds the zone of the system's database for a name, and caches each zone.
struct ZoneNaming: Sendable {
  typealias Named = (zone: Zone, name: String, source: CalendarZones.Source)

  let database: ZoneDatabase
  private var zones: ExactDictionary<Zone?> = [:]
  private var names: ZoneNames?

  init(_ database: ZoneDatabase) {
    self.database = database
  }

  /// The zone of an unambiguous name: an IANA name in any case, also after a prefix, and Windows names.
  mutating func certain(_ tzid: String) -> Named? {
    if let zone = zone(tzid) { return (zone, tzid, .database) }
    if tzid.utf8.first == UInt8(ascii: "/") { return prefixed(tzid) }
    return spelled(tzid, .alias)
      ?? WindowsZoneNames.name(of: tzid).flatMap { spelled($0, .windows) }
  }

  /// The zone of a name that the file does not define: `Europe_Berlin`, `US-Eastern`, `America/Los Angeles`,
  /// `posix/Europe/Vaduz`, and offsets.
  mutating func likely(_ tzid: String) -> Named? {
    for name in Self.rewritten(tzid) {
      if let found = spelled(name, .alias) { return found }
    }
    if let found = translated(tzid) { return found }
    guard let seconds = OffsetText.seconds(tzid: tzid) else { return nil }
    if seconds == 0 { return (.utc, "UTC", .alias) }
    let hours = -seconds / 3600
    if seconds.isMultiple(of: 3600), let zone = zone("Etc/GMT\(hours < 0 ? "" : "+")\(hours)") {
      return (zone, zone.name, .offset)
    }
    return (Zone(name: tzid, first: Zone.Observance(offset: seconds)), tzid, .offset)
  }

  /// The zone of a display name of Windows in another language: the only one with its cities and its offset.
  private mutating func translated(_ tzid: String) -> Named? {
    guard tzid.utf8.count <= 255, let meant = WindowsZoneNames.translation(of: tzid) else {
      return nil
    }
    let found = meant.zones.compactMap { spelled($0, .windows) }.filter { named in
      meant.offset.map { named.zone.isEver($0) } ?? true
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Variants of a name in which another character replaces a slash, or that begins with a folder of the database.
  private static func rewritten(_ tzid: String) -> [String] {
    guard tzid.utf8.count <= 64 else { return [] }
    let spaced = String(tzid.map { $0 == " " ? "_" : $0 })
    for folder in ["posix/", "right/"] where spaced.lowercased().hasPrefix(folder) {
      return [String(spaced.dropFirst(folder.utf8.count))]
    }
    var names = spaced == tzid ? [] : [spaced]
    var slashed = spaced
    for _ in 0..<2 {
      guard let mark = slashed.firstIndex(where: { $0 == "_" || $0 == "-" }) else { break }
      slashed.replaceSubrange(mark...mark, with: "/")
      names.append(slashed)
    }
    return names
  }

  /// The zone of `/vendor/version/Europe/Berlin`: the longest suffix that is a name.
  private mutating func prefixed(_ tzid: String) -> Named? {
    guard tzid.utf8.count <= 255 else { return nil }
    let parts = tzid.split(separator: "/").suffix(3)
    for start in parts.indices {
      let name = parts[start...].joined(separator: "/")
      if let found = spelled(name, .prefixed) { return found }
    }
    return nil
  }

  /// The zone of a name in any case, or of a name for which the database has only a synonym.
  private mutating func spelled(_ name: String, _ source: CalendarZones.Source) -> Named? {
    if let zone = zone(name) { return (zone, name, source) }
    guard (1...64).contains(name.utf8.count) else { return nil }
    let names = loadedNames()
    for candidate in [names.spelling(of: name) ?? name].flatMap({ [$0] + Self.others($0, names) }) {
      if let zone = zone(candidate) { return (zone, candidate, source) }
    }
    return nil
  }

  /// Other names of a zone that may be missing, because some systems package old names separately.
  private static func others(_ name: String, _ names: ZoneNames) -> [String] {
    let renamed = renamings.flatMap { pair in
      pair.now == name ? [pair.before] : pair.before == name ? [pair.now] : []
    }
    return [names.links[name]].compactMap(\.self) + renamed
  }

  private static let renamings: [(before: String, now: String)] = [
    ("Europe/Kiev", "Europe/Kyiv"), ("America/Godthab", "America/Nuuk"),
    ("Asia/Calcutta", "Asia/Kolkata"), ("Asia/Katmandu", "Asia/Kathmandu"),
    ("Asia/Rangoon", "Asia/Yangon"), ("Asia/Saigon", "Asia/Ho_Chi_Minh"),
    ("Pacific/Enderbury", "Pacific/Kanton"), ("Atlantic/Faeroe", "Atlantic/Faroe"),
    ("America/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ("America/Indianapolis", "America/Indiana/Indianapolis"),
    ("America/Louisville", "America/Kentucky/Louisville"),
    ("Asia/Ulan_Bator", "Asia/Ulaanbaatar"), ("Asia/Macao", "Asia/Macau"),
    ("US/Eastern", "America/New_York"), ("US/Central", "America/Chicago"),
    ("US/Mountain", "America/Denver"), ("US/Pacific", "America/Los_Angeles"),
    ("US/Alaska", "America/Anchorage"), ("US/Hawaii", "Pacific/Honolulu"),
    ("US/Arizona", "America/Phoenix"), ("GB", "Europe/London"), ("Japan", "Asia/Tokyo"),
  ]

  /// True for names of the database that are an offset from UTC and not a place.
  static func isPlaceless(_ name: String) -> Bool {
    [
      "EST", "MST", "HST", "EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "WET", "CET", "MET", "EET",
      "GMT", "GMT0", "GMT+0", "GMT-0", "UTC", "UCT", "Zulu", "Universal", "Greenwich", "Factory",
    ].contains(name)
  }

  /// The database's own zone of a name, read once.
  mutating func zone(_ name: String) -> Zone? {
    if let known = zones[name] { return known }
    let zone = try? database.zone(named: name)
    zones[name] = .some(zone)
    return zone
  }

  mutating func loadedNames() -> ZoneNames {
    if let names { return names }
    let loaded = database.names()
    names = loaded
    return loaded
  }
}

extension Zone {
  /// True if the zone has an offset in winter or summer of the present years.
  fileprivate func isEver(_ offset: Int) -> Bool {
    let winter = Zone.recentYears.upperBound
    return [winter, winter.advanced(by: 182 * 86_400)].contains {
      observance(at: $0).offset == offset
    }
  }
}
