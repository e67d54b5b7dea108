public import Diagnostics
import ExactText
public import TaskDates

/// The zones that the TZIDs of one calendar file mean.
///
/// A TZID means, in this order:
///
/// 1. the zone of the system's database that has this name, in any case and also behind a prefix as in
///    `/freeassociation.sourceforge.net/Europe/Berlin`; what the file says of it is not read;
/// 2. the zone that CLDR gives for the name if it is one of Windows';
/// 3. what the file's own VTIMEZONE says: the zone that it names (`X-LIC-LOCATION`), else its rules;
/// 4. where there is none, a zone whose name is written otherwise (`Europe_Berlin`), or an offset
///    (`GMT+05:30`);
/// 5. nothing, which is to be said: a time is never moved to another zone.
///
/// Names that are no place's, such as EST, mean what the file says. Zones are read when they are first
/// asked for, and kept. A file is opened only by a name that `ZoneDatabase` allows.
public struct CalendarZones: Sendable {
  /// What a TZID means.
  public struct Meaning: Sendable {
    /// The zone.
    public let zone: Zone
    /// The IANA name if there is one, else the TZID.
    ///
    /// If a VTIMEZONE has the name of a different zone of the system, a mark follows the TZID.
    public let name: String
    /// How the meaning was found.
    public let source: Source
    /// When a VTIMEZONE begins to say something, nil where the system's database is asked.
    ///
    /// What clocks showed earlier is read from its first change alone.
    public let begins: Instant?

    init(zone: Zone, name: String, source: Source, begins: Instant? = nil) {
      self.zone = zone
      self.name = name
      self.source = source
      self.begins = begins
    }

    /// The same zone under a unique name.
    func called(_ name: String) -> Meaning {
      Meaning(zone: zone.called(name), name: name, source: source, begins: begins)
    }

    /// True if `name` is a zone of the system's database.
    public var isIANA: Bool {
      source != .definition && (source != .offset || name.utf8.starts(with: "Etc/".utf8))
    }
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

  /// What is to be said of the file's VTIMEZONEs, in order: those that are refused and why, and those
  /// that contradict another.
  public let diagnostics: [Diagnostic]
  private let limits: TimeZoneLimits
  private let definitions: ZoneDefinitions
  private var naming: ZoneNaming
  private var equivalents: ZoneEquivalents
  private var known: [Key: Meaning?] = [:]
  private var recent: [Recent] = []

  /// A TZID, and where the file's own VTIMEZONEs say what it means, the calendar that uses it.
  private struct Key: Hashable {
    let tzid: String
    let calendar: Int?
  }

  /// A TZID as it stands in a line.
  private struct Recent {
    let bytes: [UInt8]
    let calendar: Int?
    let meaning: Meaning?
  }

  /// Takes a file; of its VTIMEZONEs those are read that no name explains.
  public init(
    _ document: ICSDocument, database: ZoneDatabase = ZoneDatabase(),
    limits: TimeZoneLimits = TimeZoneLimits()
  ) {
    self.limits = limits
    naming = ZoneNaming(database)
    equivalents = ZoneEquivalents(database)
    var reader = ZoneDefinitionReader(document, limits: limits)
    reader.read(&naming)
    definitions = reader.definitions
    diagnostics = reader.diagnostics
  }
}

extension CalendarZones {
  /// What a TZID means, nil where nobody knows.
  ///
  /// - Parameters:
  ///   - tzid: The parameter's value.
  ///   - calendar: The index of the VCALENDAR that the property stands in, whose VTIMEZONEs come
  ///     first; nil for any.
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

  /// What the TZID of a property means; nil where it has none, or one that nobody knows.
  ///
  /// The first few of a file, which mostly are all, cost no more than to compare their bytes.
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
    if let named, entry == nil || !ZoneNaming.isPlaceless(named.name) {
      return Meaning(zone: named.zone, name: named.name, source: named.source)
    }
    if let entry { return ZoneDefinitions.meaning(entry, in: calendar) }
    if definitions.hasNameless { return nil }
    return naming.likely(tzid).map { Meaning(zone: $0.zone, name: $0.name, source: $0.source) }
  }

  /// Why a TZID means nothing, and what would help: a sentence for the property that names it.
  public func reason(forTZID tzid: String) -> String {
    let plain = Self.plain(tzid)
    if plain.isEmpty { return "the TZID is empty, so it is not known when this is" }
    if definitions.byName[plain] != nil {
      return
        "the VTIMEZONE of the zone \(plain.quoted) is not read, so it is not known when this is"
    }
    return "the zone \(plain.quoted) is unknown and the file has no VTIMEZONE of it, "
      + "so it is not known when this is"
  }

  /// The IANA name of a zone like one that a VTIMEZONE defines: alike from 2000 to 2037, or over the years
  /// of the rules of today, or over the time that the VTIMEZONE lists; nil where there is none.
  ///
  /// On other dates the two may differ, so an item gets this name only if they agree on all its dates.
  public mutating func ianaName(of meaning: Meaning) -> String? {
    if meaning.isIANA { return meaning.name }
    for span in [Zone.writtenYears, Zone.recentYears] {
      if let name = equivalent(to: meaning.zone, over: span) { return name }
    }
    return meaning.zone.listedSpan.flatMap { equivalent(to: meaning.zone, over: $0) }
  }

  /// The IANA name of a zone whose clocks show the same over a span as those of another, the one that
  /// most people mean by it; nil where there is none.
  ///
  /// Over less than some years many zones are alike.
  public mutating func equivalent(
    to zone: Zone, over span: ClosedRange<Instant> = Zone.writtenYears
  ) -> String? {
    equivalents.name(alike: zone, over: span)
  }

  /// The system zone that is similar to a VTIMEZONE, with the dates on which both agree; nil if none.
  mutating func agreement(of meaning: Meaning) -> ZoneAgreement? {
    guard !meaning.isIANA, let name = ianaName(of: meaning), let zone = naming.zone(name) else {
      return nil
    }
    return ZoneAgreement(meaning.zone, named: name, zone: zone)
  }

  /// A TZID as it is compared: without quotation marks around it, and without the backslash that some
  /// put before a comma.
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
