import Diagnostics
import ExactText
public import TaskDates

extension FeedReader {
  /// The zones whose data have changed since the calendar was written, each with the number of components that have
  /// other instants now.
  public func changedZones(
    _ database: ZoneDatabase = ZoneDatabase()
  ) -> [(name: String, count: Int)] {
    guard let first = components.first, !zoneNames.isEmpty else { return [] }
    let head = Array(bytes[..<first.range.lowerBound]) + Array("END:VCALENDAR\r\n".utf8)
    var zones = CalendarZones(ICSDocument(bytes: head), database: database)
    return ExactSet(zoneNames).sorted().compactMap { name in
      guard let agreement = zones.zone(forTZID: name)?.agreement else { return nil }
      let count = components.count { isChanged($0, name, agreement) }
      return count == 0 ? nil : (name, count)
    }
  }

  /// True if a date of a component in a zone, or a later one of its series, is another instant in the system's zone.
  private func isChanged(
    _ component: FeedComponent, _ zone: String, _ agreement: ZoneAgreement
  ) -> Bool {
    var isChanged = false
    for index in component.zonedLines {
      forEachZonedDate(zonedLines[index]) { name, moment in
        guard name.elementsEqual(zone.utf8) else { return }
        isChanged =
          isChanged || agreement.differs(at: moment)
          || component.repeats && agreement.differs(after: moment)
      }
    }
    return isChanged
  }
}
