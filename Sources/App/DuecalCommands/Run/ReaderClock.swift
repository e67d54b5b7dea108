import CalendarItems
import DuecalConfiguration
import ExactText
import TaskBridge
import TaskDates

/// The clock of the person who reads what is printed.
struct ReaderClock: Sendable {
  /// The zone of the option, the configuration or the system; nil where there is none.
  let zone: Zone?
  private let zones = SharedZones()

  /// Creates a clock.
  ///
  /// - Parameter named: The zone of an option, which comes first.
  init(_ runEnvironment: RunEnvironment, in named: Zone? = nil) {
    let configured = named ?? runEnvironment.configuration.zone.flatMap(zones.zone)
    zone = configured ?? (try? Zone.system(environment: runEnvironment.environment))
  }

  /// A date of an item on this clock; in brackets the date in the item's zone, if it is another.
  ///
  /// An item whose zone is not known keeps its own time, with the name of the zone.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - item: The item.
  ///   - zones: The zones that the calendar of the item defines; the system knows others.
  func shown(_ date: TMDateType, of item: CalendarItem, _ zones: ExactDictionary<Zone>) -> String {
    guard !date.isAllDay, let name = item.anchor.name else { return "\(date)" }
    guard let here = moved(date, of: item, zones) else { return "\(date) \(name)" }
    return item.anchor == .utc || here == date ? "\(here)" : "\(here) (\(date) \(name))"
  }

  /// A date of an item on this clock; nil if the item's zone, or this one, is not known.
  func moved(
    _ date: TMDateType, of item: CalendarItem, _ zones: ExactDictionary<Zone>
  ) -> TMDateType? {
    let known = item.anchor.zone(zones) ?? item.anchor.zoneName.flatMap(self.zones.zone)
    guard let zone, let own = known else { return nil }
    return date.shown(from: own, onClockIn: zone)
  }

  /// An instant on this clock; in UTC where there is no zone.
  func shown(_ instant: Instant) -> String {
    if let civil = zone?.civil(at: instant) { return civil.formattedDate }
    return instant.utc.map { "\($0.formattedDate) UTC" } ?? ""
  }
}
