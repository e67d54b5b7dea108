import CalendarItems
import CalendarStores
import ExactText
import HTTPServing
import ICalendar
import TaskDates
import WebDAV

/// When a person has no time (RFC 4791, section 7.10).
extension CalDAVServer {
  func freeBusy(_ tree: XMLTree, of list: ItemList) async throws(ServedFailure) -> ServedAnswer {
    let range: TimeRange?
    do throws(FilterFault) { range = try TimeRange.read(in: tree) } catch { throw .status(400) }
    guard let range else { throw .status(400) }
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
      "BEGIN:VFREEBUSY", "DTSTAMP:\(window.instants.lowerBound.stamp)",
      "DTSTART:\(window.instants.lowerBound.stamp)", "DTEND:\(window.instants.upperBound.stamp)",
    ]
    let text = (head + lines + ["END:VFREEBUSY", ""]).joined(separator: "\r\n")
    var calendar = CalendarWriter()
    calendar.begin(CalendarHeader())
    return .calendar(calendar.take() + Array(text.utf8) + CalendarWriter.end)
  }
}

extension Instant {
  /// The instant in UTC, as iCalendar writes it.
  fileprivate var stamp: String {
    DateTimeParameters(secondNumber: seconds).map { "\($0.compact)Z" } ?? ""
  }
}
