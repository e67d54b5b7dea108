import Diagnostics
import ExactText
import ICalendar

/// The zones that a calendar defines, and those that its times use.
struct ZoneUses {
  /// A VTIMEZONE.
  struct Definition {
    let offset: Int
    /// The first onset of its observances, in local time.
    var begin: Int?
  }

  /// The first use of a TZID, and the earliest time with it.
  struct Use {
    let offset: Int
    var earliest: (wall: Int, name: String, offset: Int)
  }

  var defined: ExactDictionary<Definition> = [:]
  var used: ExactDictionary<Use> = [:]
  /// The current VTIMEZONE, by its component.
  var open: (component: Int, name: String)?

  mutating func use(
    _ moment: CalendarMoment, named zone: String, by property: String, at offset: Int
  ) {
    let wall = moment.wall
    guard let use = used[zone] else {
      used[zone] = Use(offset: offset, earliest: (wall, property, offset))
      return
    }
    if wall < use.earliest.wall { used[zone]?.earliest = (wall, property, offset) }
  }
}

/// Checks VTIMEZONEs, and that each TZID has one (RFC 5545, sections 3.2.19 and 3.6.5).
extension ConformanceCheck {
  mutating func judgeZone(_ content: ComponentContent, _ children: [Int]) {
    let hasObservance = children.contains { document.components[$0].isObservance }
    if !hasObservance {
      add(
        .zoneObservance, content, message: "the VTIMEZONE has no STANDARD or DAYLIGHT; expected one"
      )
    }
    guard let property = first("TZID", of: content), property.hasValue else { return }
    // The property is a text with escapes, the parameter that refers to it is not.
    let name = TextValue.text(property.value)
    judgeSource(name, at: document.lines[property.index].range.lowerBound)
    guard calendar.zones.defined[name] == nil else {
      calendar.zones.open = nil
      add(
        .zoneTwice, property,
        message: "there is already a VTIMEZONE \(name.quoted); expected one of each name")
      return
    }
    calendar.zones.defined[name] = ZoneUses.Definition(offset: content.offset)
    calendar.zones.open = (content.index, name)
  }

  /// Checks for a TZID that shows its vendor.
  private mutating func judgeSource(_ name: String, at offset: Int) {
    guard name.contains("freeassociation") else { return }
    add(
      .libicalZone, at: offset,
      message:
        "the TZID \(name.quoted) is libical's name for one of its own files; expected the zone's "
        + "name")
  }

  mutating func judgeObservance(_ content: ComponentContent) {
    if let start = content.moments["DTSTART"] {
      if !start.isFloating, let property = first("DTSTART", of: content) {
        add(
          .zoneStart, property,
          message:
            "the \(content.name) begins at \(start.words); expected a local time without a zone")
      }
      note(begin: start.wall, of: content)
    }
    for line in content.all("RRULE") { judgeUntil(CheckedProperty(line: line, document)) }
  }

  private mutating func note(begin: Int, of content: ComponentContent) {
    guard let open = calendar.zones.open, open.component == content.parent,
      let known = calendar.zones.defined[open.name]
    else { return }
    calendar.zones.defined[open.name]?.begin = min(known.begin ?? begin, begin)
  }

  private mutating func judgeUntil(_ property: CheckedProperty) {
    guard property.hasValue, let until = RuleParts(property.value)["UNTIL"],
      let moment = try? CalendarMoment(until.value), moment.form != .utc
    else { return }
    add(
      .zoneUntil, property, at: until.value.startIndex,
      message: "UNTIL in a VTIMEZONE is \(moment.words); expected a time in UTC")
  }

  /// Checks the zones at the end of a calendar.
  mutating func judgeZones() {
    guard calendar.isInside else { return }
    let zones = calendar.zones
    for (name, use) in zones.used {
      judgeSource(name, at: use.offset)
      if let zone = zones.defined[name] {
        judgeCoverage(name, use, zone: zone)
      } else if !name.hasPrefix("/") {
        // A name that begins with a slash is in a global registry.
        add(
          .zoneMissing, at: use.offset,
          message: "the TZID \(name.quoted) has no VTIMEZONE; expected one in the calendar")
      }
    }
    guard calendar.hasItems else { return }
    for (name, zone) in zones.defined where zones.used[name] == nil {
      add(
        .zoneUnused, at: zone.offset,
        message: "no time uses the VTIMEZONE \(name.quoted); expected only zones that are used")
    }
  }

  private mutating func judgeCoverage(
    _ name: String, _ use: ZoneUses.Use, zone: ZoneUses.Definition
  ) {
    guard let begin = zone.begin, use.earliest.wall < begin else { return }
    add(
      .zoneCoverage, at: use.earliest.offset,
      message: "\(use.earliest.name) is before the first observance of the VTIMEZONE "
        + "\(name.quoted); expected one that begins earlier")
  }
}
