import CalendarItems
import ExactText
import TaskBridge
import TaskDates
import TaskText

/// The clock on which an item's line is written: the run's own if it shows the same instants, otherwise the item's,
/// which the line names with `@tz`.
struct ItemClock {
  /// The item, with its times on that clock.
  private(set) var item: CalendarItem
  /// The zone of the times of `item`.
  private(set) var zone: Zone
  /// `@tz`, if the clock is not the run's.
  private(set) var tags: [Tag] = []

  init(_ item: CalendarItem, _ options: LineMapping.Options) {
    self.item = item
    zone = options.zone
    guard item.hasAnyTime else {
      zone = options.zoneOfDays ?? options.zone
      return
    }
    switch item.anchor {
    case .floating: if options.otherZones == .keep { name("floating", zone) }
    case .utc: show(from: .utc, called: "UTC", isKept: item.recurs, options: options)
    case .zone(let name):
      guard let own = options.zones[name] else {
        self.name("floating", zone)  // nobody knows that zone, and no hour is made up
        return
      }
      let called = options.isZoneKnown(name) ? name : own.name
      let isKept = options.isZoneKnown(called) && (options.otherZones == .keep || item.recurs)
      show(
        from: own, called: called, isKept: isKept && own.name != options.zone.name, options: options
      )
    }
  }

  private mutating func name(_ name: String, _ own: Zone) {
    zone = own
    tags = [Tag(Vocabulary.Field.tz.rawValue, payload: name)]
  }

  private mutating func show(
    from own: Zone, called name: String, isKept: Bool, options: LineMapping.Options
  ) {
    guard own.name != options.zone.name, !(own.isUTC && options.zone.isUTC) else { return }
    let shown = item.shown(from: own, onClockIn: options.zone)
    // In the hour that clocks show twice, the run's clock cannot distinguish the two.
    if isKept || (!shown.means(item, own, zone: options.zone) && options.isZoneKnown(name)) {
      self.name(name, own)
    } else {
      item = shown
    }
  }
}

extension CalendarItem {
  fileprivate var hasAnyTime: Bool {
    ([when, start] + (recurrence?.except ?? []) + (recurrence?.also ?? [])).contains {
      $0?.isAllDay == false
    }
  }

  fileprivate func shown(from zone: Zone, onClockIn clock: Zone) -> CalendarItem {
    var item = self
    item.when = when?.shown(from: zone, onClockIn: clock)
    item.start = start?.shown(from: zone, onClockIn: clock)
    for dates in [\Recurrence.except, \Recurrence.also] {
      item.recurrence?[keyPath: dates] =
        recurrence?[keyPath: dates].map { $0.shown(from: zone, onClockIn: clock) } ?? []
    }
    return item
  }

  /// True if the due date and the start are the same instants in two zones.
  fileprivate func means(_ other: CalendarItem, _ otherZone: Zone, zone: Zone) -> Bool {
    zip([when, start], [other.when, other.start]).allSatisfy { mine, theirs in
      guard let mine, let theirs, !theirs.isAllDay else { return true }
      return zone.instant(of: mine.startDate) == otherZone.instant(of: theirs.startDate)
        && mine.endDate.map { zone.instant(of: $0) }
          == theirs.endDate.map { otherZone.instant(of: $0) }
    }
  }
}
