public import Diagnostics
import ExactText
public import TaskDates

/// The zones of the TZIDs in one calendar file.
///
/// A TZID means, in this order:
///
/// 1. the zone of the system's database with this name, in any case and also after a prefix as in
///    `/freeassociation.sourceforge.net/Europe/Berlin`;
/// 2. the zone that CLDR gives for a Windows name;
/// 3. the file's own VTIMEZONE: the zone that it names (`X-LIC-LOCATION`), otherwise its rules;
/// 4. without one, a zone whose name is written differently (`Europe_Berlin`), or an offset (`GMT+05:30`);
/// 5. nothing, which is to be reported: a time is never moved to another zone.
///
/// A VTIMEZONE of such a zone decides for the time that it covers; the system's zone decides before and after that.
///
/// Names without a place, such as EST, have the meaning that the file defines. Zones are read on first use, and cached.
/// A file is opened only by a name that `ZoneDatabase` allows.
public struct CalendarZones: Sendable {
  /// The meaning of a TZID.
  public struct Meaning: Sendable {
    /// The zone.
    public let zone: Zone
    /// The IANA name if there is one, otherwise the TZID.
    ///
    /// If a VTIMEZONE has the name of a different zone of the system, a mark follows the TZID.
    public let name: String
    /// The way in which the meaning was found.
    public let source: Source
    /// The first onset of a VTIMEZONE; nil for a zone of the system's database.
    ///
    /// The offset before it is only the one that the first onset changes.
    public let begins: Instant?
    /// The last change of the VTIMEZONE of a place, from which on the system's zone decides; nil for one that lasts.
    public let ends: Instant?
    /// The dates on which the VTIMEZONE of a place and the system's zone agree.
    let agreement: ZoneAgreement?

    init(
      zone: Zone, name: String, source: Source, begins: Instant? = nil,
      ends: Instant? = nil, agreement: ZoneAgreement? = nil
    ) {
      self.zone = zone
      self.name = name
      self.source = source
      self.begins = begins
      self.ends = ends
      self.agreement = agreement
    }

    /// The same zone under a unique name.
    func called(_ name: String) -> Meaning {
      Meaning(
        zone: zone.called(name), name: name, source: source, begins: begins, ends: ends,
        agreement: agreement)
    }

    /// True if `name` is a zone of the system's database.
    public var isIANA: Bool {
      source != .definition && (source != .offset || name.utf8.starts(with: "Etc/".utf8))
    }
  }

  /// The ways in which the meaning of a TZID is found.
  public enum Source: Hashable, Sendable {
    /// It is the name of a zone of the system's database.
    case database
    /// It is such a name in a different form.
    case alias
    /// It is one of Windows' names.
    case windows
    /// It ends with such a name, as in `/freeassociation.sourceforge.net/Europe/Berlin`.
    case prefixed
    /// Its VTIMEZONE names such a zone.
    case location
    /// Its VTIMEZONE defines it.
    case definition
    /// It is an offset from UTC, as in `GMT+05:30`.
    case offset
  }

  /// The diagnostics for the file's VTIMEZONEs, in order: those that are refused with the reason, and those that
  /// contradict another.
  public let diagnostics: [Diagnostic]
  private let limits: TimeZoneLimits
  private let definitions: ZoneDefinitions
  private var naming: ZoneNaming
  private var equivalents: ZoneEquivalents
  private var known: [Key: Meaning?] = [:]
  private var recent: [Recent] = []

  /// A TZID, and if the file's own VTIMEZONEs define it, the calendar that uses it.
  private struct Key: Hashable {
    let tzid: String
    let calendar: Int?
  }

  /// A TZID as written in a line.
  private struct Recent {
    let bytes: [UInt8]
    let calendar: Int?
    let meaning: Meaning?
  }

  /// Creates the zones of a file.
  ///
  /// - Parameters:
  ///   - document: The file.
  ///   - database: The zones of the system.
  ///   - limits: The limits for what is read.
  ///   - renews: True if the VTIMEZONE of a place that duecal wrote means the system's zone, so that items that duecal
  ///     made keep their local times after a change of the zone data.
  public init(
    _ document: ICSDocument, database: ZoneDatabase = ZoneDatabase(),
    limits: TimeZoneLimits = TimeZoneLimits(), renewing renews: Bool = false
  ) {
    self.limits = limits
    naming = ZoneNaming(database)
    equivalents = ZoneEquivalents(database)
    var reader = ZoneDefinitionReader(document, limits: limits, renews: renews)
    reader.read(&naming)
    definitions = reader.definitions
    diagnostics = reader.diagnostics
  }
}

extension CalendarZones {
  /// The number of TZIDs that were looked up.
  var lookupCount: Int { known.count + recent.count }

  /// The meaning of a TZID; nil if it is unknown.
  ///
  /// - Parameters:
  ///   - tzid: The parameter's value.
  ///   - calendar: The index of the property's VCALENDAR, whose VTIMEZONEs come first; nil for any.
  public mutating func zone(forTZID tzid: String, inCalendar calendar: Int? = nil) -> Meaning? {
    let plain = Self.plain(tzid)
    let key = Key(tzid: plain, calendar: definitions.byName[plain] == nil ? nil : calendar)
    if let meaning = known[key] { return meaning }
    let isFull = known.count >= limits.names
    guard !isFull || key.calendar != nil else { return nil }
    let meaning = find(plain, calendar)
    if !isFull { known[key] = .some(meaning) }
    return meaning
  }

  /// The meaning of a property's TZID; nil if it has none, or an unknown one.
  ///
  /// For the first few TZIDs of a file, usually all of them, it only compares their bytes.
  public mutating func zone(
    of property: PropertyLine, inCalendar calendar: Int? = nil
  ) -> Meaning? {
    guard let parameter = property.parameter("TZID") else { return nil }
    if let found = property.zoneWithColon {
      return zone(forTZID: found.tzid, inCalendar: calendar)
    }
    let bytes = property.bytes[parameter.values]
    if let known = recent.first(where: { $0.calendar == calendar && $0.bytes.elementsEqual(bytes) })
    {
      return known.meaning
    }
    let tzid = property.values(of: parameter).joined(separator: ",")
    let meaning = zone(forTZID: tzid, inCalendar: calendar)
    if recent.count < 8 {
      recent.append(Recent(bytes: Array(bytes), calendar: calendar, meaning: meaning))
    }
    return meaning
  }

  private mutating func find(_ tzid: String, _ calendar: Int?) -> Meaning? {
    guard !tzid.isEmpty, tzid.utf8.count <= 1024 else { return nil }
    let entry = definitions.byName[tzid]
    let named = naming.certain(tzid)
    if let named, entry == nil {
      return Meaning(zone: named.zone, name: named.name, source: named.source)
    }
    if let entry { return ZoneDefinitions.meaning(entry, in: calendar) }
    if definitions.hasNameless { return nil }
    return naming.likely(tzid).map { Meaning(zone: $0.zone, name: $0.name, source: $0.source) }
  }

  /// Why a TZID is unknown, and what would help: a sentence for the property with this TZID.
  public func reason(forTZID tzid: String) -> String {
    let plain = Self.plain(tzid)
    if plain.isEmpty { return "the TZID is empty, so the exact time is unknown" }
    if definitions.byName[plain] != nil {
      return
        "the VTIMEZONE of the zone \(plain.quoted) is not read, so the exact time is unknown"
    }
    return "the zone \(plain.quoted) is unknown and the file has no VTIMEZONE for it, so the exact "
      + "time is unknown"
  }

  /// The IANA name of a zone like one that a VTIMEZONE defines; nil if there is none.
  ///
  /// It is alike from 2000 to 2037, or over the years of the present rules, or over the time that the VTIMEZONE lists.
  /// On other dates the two may differ, so an item gets this name only if they agree on all its dates.
  public mutating func ianaName(of meaning: Meaning) -> String? {
    if meaning.isIANA { return meaning.name }
    if let known = meaning.agreement { return known.name }
    for span in [Zone.writtenYears, Zone.recentYears] {
      if let name = equivalent(to: meaning.zone, over: span) { return name }
    }
    return meaning.zone.listedSpan.flatMap { equivalent(to: meaning.zone, over: $0) }
  }

  /// The IANA name of a zone that has the same local times as another over a span, the best-known one; nil if there is
  /// none.
  ///
  /// Over a span of less than some years many zones are alike.
  public mutating func equivalent(
    to zone: Zone, over span: ClosedRange<Instant> = Zone.writtenYears
  ) -> String? {
    equivalents.name(alike: zone, over: span)
  }

  /// The system zone that is similar to a VTIMEZONE, with the dates on which both agree; nil if none.
  mutating func agreement(of meaning: Meaning) -> ZoneAgreement? {
    if let known = meaning.agreement { return known }
    guard !meaning.isIANA, let name = ianaName(of: meaning), let zone = naming.zone(name) else {
      return nil
    }
    return ZoneAgreement(meaning.zone, named: name, zone: zone)
  }

  /// The zones of the system that show a moment as another zone does, the best one first.
  mutating func alike(_ zone: Zone, at moment: DateTimeParameters) -> [Zone] {
    equivalents.zones(alike: zone, at: moment)
  }

  /// A TZID for comparison: without quotation marks around it, and without the backslash that some programs put before
  /// a comma.
  static func plain(_ tzid: String) -> String {
    let odd: [UInt8?] = [0x20, 0x09, 0x22]
    let (first, last) = (tzid.utf8.first, tzid.utf8.last)
    if !odd.contains(first), !odd.contains(last), !tzid.utf8.contains(0x5C) { return tzid }
    var text = tzid.trimmingBlanks
    if text.utf8.count >= 2, text.first == "\"", text.last == "\"" {
      text = text.dropFirst().dropLast().trimmingBlanks
    }
    return TextValue.text(Array(text.utf8)[...])
  }
}
