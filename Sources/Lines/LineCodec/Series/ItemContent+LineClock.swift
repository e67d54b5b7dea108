package import CalendarItems
import ExactText
import TaskDates

/// The clock of a series, when its line changes it.
///
/// A line can show a single time of any zone, but not a series: if the zone of the item is one that only its calendar
/// defines, the other dates of the line are other instants. So a series whose line gets another date gets the line's zone.
extension ItemContent {
  /// Puts an item on the clock of its line before the line changes its dates, if both clocks have other dates.
  ///
  /// - Parameters:
  ///   - then: The item that the line gave when this item was stored.
  ///   - now: The item that it gives now.
  mutating func takeClock(from then: CalendarItem, to now: CalendarItem) {
    guard item.hasTimes, then.hasTimes, now.hasTimes, item.anchor != then.anchor,
      let mine = item.anchor.zone(zones), let theirs = then.anchor.zone(zones),
      let old = item.seriesDate, let new = then.seriesDate, now.movesDates(of: then)
    else { return }
    let isSamePlace = item.anchor.isDefinition(of: then.anchor)
    guard isSamePlace || now.recurs && !mine.isAlike(theirs, from: old) else { return }
    let move = LineMove(from: old, onOtherClock: new)
    guard !item.recurs || move.days == 0 || !item.countsDays else { return }
    item.putOnClock(of: then, by: move, from: mine, to: theirs)
    for index in changed.indices {
      let own = changed[index].anchor.zone(zones) ?? mine
      changed[index].putOnClock(of: then.anchor, by: move, series: mine, from: own, to: theirs)
    }
  }
}

extension CalendarItem.Anchor {
  /// True for the zone that a calendar defines under the name of another zone.
  package func isDefinition(of other: CalendarItem.Anchor) -> Bool {
    guard let own = zoneName, let name = other.zoneName else { return false }
    return own == "\(name) (VTIMEZONE)" || own.hasSuffix("/\(name) (VTIMEZONE)")
  }
}

extension Zone {
  /// True if two zones have the same local times from a date until 2060.
  fileprivate func isAlike(_ other: Zone, from date: TMDateType) -> Bool {
    let first = instant(of: date.startDate)
    let last = Swift.max(first, Zone.lastInstantOfSeries)
    return isAlike(other, over: first...last)
  }

  /// The end of the year 2060.
  private static let lastInstantOfSeries = Instant(seconds: 2_871_763_199)
}

extension CalendarItem {
  /// True if the dates, the rule or the zone of a line changed.
  fileprivate func movesDates(of then: CalendarItem) -> Bool {
    let fields: [CoreField] = [.when, .start, .anchor, .recurrence]
    return fields.contains { differs(from: then, in: .core($0)) }
  }

  /// True if the rule names days, which are other days on another clock.
  fileprivate var countsDays: Bool {
    (recurrence?.rules ?? []).contains {
      $0.hasByParts || [.monthly, .yearly].contains($0.frequency)
    }
  }

  /// Puts a series on the clock of its line, which names each date by the same distance.
  fileprivate mutating func putOnClock(
    of line: CalendarItem, by move: LineMove, from own: Zone, to clock: Zone
  ) {
    when = when.map { move.moved($0) }
    start = start.map { line.start ?? move.moved($0) }
    if var series = recurrence {
      series.except = series.except.map { move.moved($0) }
      series.also = series.also.map { $0.shown(from: own, onClockIn: clock) }
      recurrence = series
    }
    anchor = line.anchor
  }

  /// Puts a changed occurrence on the clock of a series; if it has a date of its own, that stays the same instant.
  fileprivate mutating func putOnClock(
    of line: Anchor, by move: LineMove, series: Zone, from own: Zone, to clock: Zone
  ) {
    guard let name = occurrence?.shown(from: own, onClockIn: series) else { return }
    let first = occurrence?.startDate
    let moved = [when, start].map { date -> TMDateType? in
      guard let date, !date.isAllDay, date.startDate == first else {
        return date?.shown(from: own, onClockIn: clock)
      }
      return move.moved(date.shown(from: own, onClockIn: series))
    }
    (when, start) = (moved[0], moved[1])
    occurrence = move.moved(name)
    anchor = line
  }
}
