import CalendarItems
import ExactText
import TaskDates

/// The zones that a file defines, by the names that items use.
///
/// While an item is read, its times use the zone of the VTIMEZONE itself. Once all times are known, the zone gets an
/// IANA name if both zones give the same instant for each time.
struct DefinedZones {
  /// A VTIMEZONE by its TZID and its calendar.
  fileprivate struct Definition: Hashable {
    let tzid: String
    let calendar: Int?
  }

  fileprivate var names: [Definition: String] = [:]
  /// The names that are in use.
  fileprivate var taken: ExactSet = []
  /// The zone of the system that is similar to each.
  fileprivate var agreements: ExactDictionary<ZoneAgreement> = [:]
  /// Zones of the system that gave all dates of a series, by the names of both.
  fileprivate var standIns: ExactDictionary<[ZoneAgreement]> = [:]
  /// The IANA names of the zones of places.
  fileprivate(set) var places: ExactDictionary<String> = [:]
  /// The number of moments of series that may still be compared.
  fileprivate var steps = 2_000_000
  /// What the comparison of two zones costs of these.
  fileprivate static let stepsOfComparison = 2000
  /// The zone that gets its IANA name in the current component.
  fileprivate var called: (own: String, name: String)?

  /// True if no zone and no moment was added to an earlier copy.
  func isSame(as earlier: DefinedZones) -> Bool {
    names.count == earlier.names.count && steps == earlier.steps
  }
}

extension ItemDecoder {
  /// The name of a zone: an IANA name, or a name of the file that no other zone in the file has.
  mutating func name(of meaning: CalendarZones.Meaning) -> String {
    if meaning.isIANA { return meaning.name }
    let own = ownName(of: meaning)
    if let called = defined.called, called.own == own { return called.name }
    return own
  }

  private mutating func ownName(of meaning: CalendarZones.Meaning) -> String {
    let definition = DefinedZones.Definition(tzid: meaning.name, calendar: calendar)
    if let known = defined.names[definition] { return known }
    var (own, number) = (meaning.name, defined.names.count)
    while defined.taken.contains(own) {
      own = "\(meaning.name) (\(number))"
      number += 1
    }
    defined.names[definition] = own
    defined.taken.insert(own)
    defined.agreements[own] = zones.agreement(of: meaning)
    if let place = meaning.agreement { defined.places[own] = place.name }
    return own
  }

  /// Replaces the zone of an item with an IANA zone if both give the same instant for each of its dates.
  mutating func nameClock(of item: inout CalendarItem) {
    guard let own = item.anchor.zoneName, let found = agreement(for: item, in: own) else { return }
    item.anchor = .zone(found.name)
    note(found.zone, as: found.name)
  }

  /// A zone of the system that gives all dates of an item; nil if there is none.
  private mutating func agreement(for item: CalendarItem, in own: String) -> ZoneAgreement? {
    guard defined.taken.contains(own) else { return nil }
    if let known = defined.agreements[own], known.holds(for: item, steps: &defined.steps) {
      return known
    }
    return item.recurs ? standIn(for: item, in: own) : nil
  }

  /// A zone of the system that has nothing to do with the place, but gives all dates of a series.
  ///
  /// A single time can be shown on any clock, but a series only on one whose changes are the same.
  private mutating func standIn(for item: CalendarItem, in own: String) -> ZoneAgreement? {
    for known in defined.standIns[own] ?? []
    where known.holds(for: item, steps: &defined.steps) { return known }
    guard let zone = zone(of: .zone(own)), let first = item.seriesDate, !first.isAllDay else {
      return nil
    }
    for other in zones.alike(zone, at: first.startDate) where defined.steps > 0 {
      defined.steps -= DefinedZones.stepsOfComparison
      let agreement = ZoneAgreement(zone, named: other.name, zone: other)
      guard agreement.holds(for: item, steps: &defined.steps) else { continue }
      defined.standIns[own, default: []].append(agreement)
      return agreement
    }
    return nil
  }

  /// True if a changed item stays in the zone of its component.
  ///
  /// The lines of the component are then read with the item's name for that zone.
  mutating func keepsClock(of old: CalendarItem, for new: CalendarItem) -> Bool {
    guard old.anchor == new.anchor else { return false }
    guard let name = old.anchor.zoneName, let clock = definedClock(called: name, of: old) else {
      return true
    }
    guard clock.agreement.holds(for: new, steps: &defined.steps) else { return false }
    defined.called = (clock.own, name)
    return true
  }

  /// The zone of the component with an IANA name, and the file's own name for it; nil for none.
  private func definedClock(
    called name: String, of item: CalendarItem
  ) -> (own: String, agreement: ZoneAgreement)? {
    var reader = self
    for property in [PropertyName.start, .due, .recurrenceID] {
      guard let own = reader.date(property)?.anchor.zoneName, reader.defined.taken.contains(own)
      else { continue }
      if let known = reader.defined.agreements[own], known.name == name { return (own, known) }
      if let standIn = reader.standIn(called: name, for: item, in: own) { return (own, standIn) }
    }
    return nil
  }

  /// The zone of a name, if it gives all dates of a series whose zone the file defines.
  private mutating func standIn(
    called name: String, for item: CalendarItem, in own: String
  ) -> ZoneAgreement? {
    guard item.recurs, let definition = zone(of: .zone(own)),
      let named = zones.zone(forTZID: name), named.isIANA
    else { return nil }
    let agreement = ZoneAgreement(definition, named: name, zone: named.zone)
    return agreement.holds(for: item, steps: &defined.steps) ? agreement : nil
  }
}
