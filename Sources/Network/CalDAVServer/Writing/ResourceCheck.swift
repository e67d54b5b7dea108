import ExactText
import ICalendar

/// What a resource has to be, besides a text that can be read (RFC 4791, section 4.1).
struct ResourceCheck {
  private let document: ICSDocument

  init(_ bytes: [UInt8]) { document = ICSDocument(bytes: bytes) }

  /// True for one calendar with components of one kind: at most one item, and at most one change of each occurrence.
  ///
  /// Of anything else a part would be lost.
  var isOneItem: Bool {
    let calendars = document.components(named: "VCALENDAR")
    let isAlone = document.propertyLines(of: 0).allSatisfy { document.lines[$0].content.isEmpty }
    guard calendars.count <= 1, isAlone || calendars.isEmpty else { return false }
    let components = document.children(of: calendars.first ?? 0)
      .filter { !document.components[$0].isNamed("VTIMEZONE") }
    let kinds = ExactSet(components.map { document.components[$0].name.uppercased() })
    let occurrences = components.map(occurrence)
    return kinds.count == 1 && ExactSet(occurrences).count == occurrences.count
  }

  /// The occurrence that a component changes; empty for the item itself.
  private func occurrence(_ component: Int) -> String {
    values(of: "RECURRENCE-ID", in: component).first ?? ""
  }

  /// True if the offsets of zones have the form that strict readers expect: they skip the whole list otherwise.
  var hasSoundZones: Bool {
    let observances = document.components.indices.filter { document.components[$0].isObservance }
    let offsets = observances.flatMap { index in
      values(of: "TZOFFSETFROM", in: index) + values(of: "TZOFFSETTO", in: index)
    }
    return offsets.allSatisfy { $0.hasPrefix("+") || $0.hasPrefix("-") }
  }

  private func values(of name: String, in component: Int) -> [String] {
    document.propertyLines(of: component).map { document.property(document.lines[$0]) }
      .filter { ExactString($0.upperName) == ExactString(name) }
      .map { String(decoding: $0.bytes[$0.value], as: UTF8.self) }
  }
}
