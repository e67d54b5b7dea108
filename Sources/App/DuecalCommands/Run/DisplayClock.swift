import CalendarItems
import ExactText
import TaskDates

/// The clock of an item, and that on which it is shown.
struct DisplayClock {
  private let anchor: CalendarItem.Anchor
  private let own: Zone?
  private let shown: Zone?

  init(_ anchor: CalendarItem.Anchor, _ zones: ExactDictionary<Zone>, shown: Zone?) {
    self.anchor = anchor
    own = anchor.zone(zones)
    self.shown = shown
  }

  /// The name of the clock that is shown.
  var name: String? {
    if own != nil, let shown { shown.name } else { anchor.name }
  }

  /// A moment as it is shown; one that clocks skip as what it becomes.
  func shown(_ moment: DateTimeParameters) -> DateTimeParameters {
    guard let own else { return moment }
    let instant = own.instant(of: moment)
    return (shown ?? own).civil(at: instant) ?? moment
  }

  /// The seconds of UTC of a moment, of one that floats in a person's own zone.
  func instant(_ moment: DateTimeParameters, isAllDay: Bool, home: Zone?) -> Int {
    let zone = isAllDay ? shown ?? home : own ?? shown ?? home
    return zone?.instant(of: moment).seconds ?? moment.secondNumber
  }
}
