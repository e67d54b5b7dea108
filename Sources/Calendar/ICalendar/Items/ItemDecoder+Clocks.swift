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
  fileprivate var agreements: ExactDictionary<ZoneAgreement> = [:]
  /// The IANA names of the zones of places.
  fileprivate(set) var places: ExactDictionary<String> = [:]
  /// The number of moments of series that may still be compared.
  fileprivate var steps = 2_000_000
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
    guard let own = item.anchor.zoneName, let agreement = defined.agreements[own],
      agreement.holds(for: item, steps: &defined.steps)
    else { return }
    item.anchor = .zone(agreement.name)
    note(agreement.zone, as: agreement.name)
  }

  /// True if a changed item stays in the zone of its component.
  ///
  /// The lines of the component are then read with the item's name for that zone.
  mutating func keepsClock(of old: CalendarItem, for new: CalendarItem) -> Bool {
    guard old.anchor == new.anchor else { return false }
    guard let name = old.anchor.zoneName, let clock = definedClock(called: name) else {
      return true
    }
    guard clock.agreement.holds(for: new, steps: &defined.steps) else { return false }
    defined.called = (clock.own, name)
    return true
  }

  /// The zone of the component with an IANA name, and the file's own name for it; nil for none.
  private func definedClock(called name: String) -> (own: String, agreement: ZoneAgreement)? {
    var reader = self
    for property in [PropertyName.start, .due, .recurrenceID] {
      guard let own = reader.date(property)?.anchor.zoneName,
        let agreement = reader.defined.agreements[own], agreement.name == name
      else { continue }
      return (own, agreement)
    }
    return nil
  }
}
