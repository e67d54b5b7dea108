import CalendarItems
public import Diagnostics
import ExactText
import TaskDates

/// Compares the VTIMEZONEs of a file with the system's zones, at the dates of the file's items.
public struct ZoneComparison {
  private let reading: CalendarReading
  private var zones: CalendarZones
  /// The comparison of each VTIMEZONE, by calendar and name; nil if the system lacks the zone.
  private var known: [Int: ExactDictionary<ZoneAgreement?>] = [:]
  private var steps = 2_000_000

  /// Creates a comparison for a file.
  public init(_ reading: CalendarReading) {
    self.reading = reading
    zones = reading.zones
  }

  /// A warning for each item with a date at which its VTIMEZONE and the system's zone differ.
  public mutating func diagnostics() -> [Diagnostic] {
    let document = reading.document
    guard !document.components(named: "VTIMEZONE").isEmpty else { return [] }
    var found: [OffsetDiagnostic] = []
    for item in reading.items {
      guard let sentence = sentence(item) else { continue }
      let start = document.range(of: item.component).lowerBound
      found.append(OffsetDiagnostic(.warning, at: start, message: sentence))
    }
    return found.diagnostics(of: document, limit: reading.limits.messages)
  }

  private mutating func sentence(_ item: ItemReading) -> String? {
    guard let calendar = item.calendar else { return nil }
    let bytes = Array(reading.document.bytes[reading.document.range(of: item.component)])
    for (tzid, moments) in ZonedMoments(bytes).byName {
      guard let agreement = agreement(tzid, calendar) else { continue }
      let different = moments.first(where: agreement.isOther)
      if different == nil, agreement.holds(for: item.item, steps: &steps) { continue }
      let example = different.map { agreement.example($0) } ?? ""
      let counts = reading.differsFromSystem(item) ? "VTIMEZONE" : "system's zone"
      return "the VTIMEZONE \(tzid.quoted) and the system's zone differ on dates of "
        + "\(item.item.title.quoted)\(example); duecal reads the \(counts)"
    }
    return nil
  }

  private mutating func agreement(_ tzid: String, _ calendar: Int) -> ZoneAgreement? {
    if let known = known[calendar]?[tzid] { return known }
    let agreement = compared(tzid, calendar)
    known[calendar, default: [:]][tzid] = .some(agreement)
    return agreement
  }

  private mutating func compared(_ tzid: String, _ calendar: Int) -> ZoneAgreement? {
    let document = reading.document
    guard let meaning = zones.zone(forTZID: tzid, inCalendar: calendar),
      let system = meaning.agreement?.zone ?? (meaning.isIANA ? meaning.zone : nil),
      let component = document.definitions(of: tzid, in: calendar).first,
      let definition = try? TimeZoneReader(document, limits: reading.limits.zones)
        .read(component, named: tzid)
    else { return nil }
    let agreement = ZoneAgreement(definition.zone, named: system.name, zone: system)
    return agreement.isComplete ? nil : agreement
  }
}

extension ZoneAgreement {
  /// True if a local time is another instant in each zone; an offset without seconds is the same.
  fileprivate func isOther(_ moment: DateTimeParameters) -> Bool {
    abs(definition.instant(of: moment).seconds - zone.instant(of: moment).seconds) > 30
  }

  /// `: 2026-12-01 10:00 is 17:00 UTC or 18:00 UTC`.
  fileprivate func example(_ moment: DateTimeParameters) -> String {
    guard let first = definition.instant(of: moment).utc, let second = zone.instant(of: moment).utc
    else { return "" }
    return ": \(moment.formattedDate) is \(first.formattedDate) UTC, or \(second.formattedDate) UTC"
  }
}
