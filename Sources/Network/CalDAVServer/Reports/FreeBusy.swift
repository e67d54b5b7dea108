import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import WebDAV

/// When a person has no time (RFC 4791, section 7.10).
extension CalDAVServer {
  func freeBusy(_ tree: XMLTree, of list: ItemList) async throws(ServedFailure) -> ServedAnswer {
    let range: TimeRange
    do throws(TimeRange.Fault) {
      guard let found = try TimeRange.read(in: tree) else { throw TimeRange.Fault() }
      range = found
    } catch { throw .status(400) }
    let window = range.window(home: settings.zone)
    let found = try await asking { () async throws(StoreError) in
      try await store.events(in: window, matching: ItemPredicate(.event, in: [list.id]))
    }
    let busy = found.all.filter { $0.item.blocksTime && $0.item.status != .cancelled }
    let lines = busy.map { event in
      let kind = event.item.status == .tentative ? "BUSY-TENTATIVE" : "BUSY"
      return "FREEBUSY;FBTYPE=\(kind):\(event.begin.stamp)/\(event.end.stamp)"
    }
    let head = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//duecal//EN", "BEGIN:VFREEBUSY",
      "DTSTAMP:\(window.instants.lowerBound.stamp)", "DTSTART:\(window.instants.lowerBound.stamp)",
      "DTEND:\(window.instants.upperBound.stamp)",
    ]
    let text = (head + lines + ["END:VFREEBUSY", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    return ServedAnswer(200, type: "text/calendar; charset=utf-8", Array(text.utf8))
  }
}

extension Instant {
  /// The instant in UTC, as iCalendar writes it.
  fileprivate var stamp: String {
    guard let moment = DateTimeParameters(secondNumber: seconds) else { return "" }
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".utf8.count)) + "\(number)"
    }
    let (date, time) = (moment.date, moment.time)
    return digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2) + "T"
      + digits(time.hour, 2) + digits(time.minute, 2) + digits(time.second, 2) + "Z"
  }
}
