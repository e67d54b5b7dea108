import CalendarItems
import ExactText
import TaskDates

/// The zone of an item, and the zone in which it is shown.
struct DisplayClock {
  private let anchor: CalendarItem.Anchor
  private let own: Zone?
  private let shown: Zone?

  init(_ anchor: CalendarItem.Anchor, _ zones: ExactDictionary<Zone>, shown: Zone?) {
    self.anchor = anchor
    own = anchor.zone(zones)
    self.shown = shown
  }

  /// The name of the zone that is shown.
  var name: String? {
    if own != nil, let shown { shown.name } else { anchor.name }
  }

  /// A moment in the shown zone; a time that the clock skips is moved as the zone's rules define.
  func shown(_ moment: DateTimeParameters) -> DateTimeParameters {
    guard let own else { return moment }
    let instant = own.instant(of: moment)
    return (shown ?? own).civil(at: instant) ?? moment
  }

  /// A moment as seconds of UTC; a floating time is in the person's zone.
  func instant(_ moment: DateTimeParameters, isAllDay: Bool, home: Zone?) -> Int {
    let zone = isAllDay ? shown ?? home : own ?? shown ?? home
    return zone?.instant(of: moment).seconds ?? moment.secondNumber
  }
}
