import Agenda
import CalendarItems
import ExactText
import TaskDates
import TaskText

/// A reminder that was found in a source, with the texts that a person sees.
struct FoundReminder {
  /// Its key, and whether its item is done.
  let candidate: ReminderCandidate
  /// The item, with the dates of the occurrence.
  let item: CalendarItem
  /// The tags of its line, or its categories.
  let tags: [Tag]
  /// The names of the projects above it, outermost first.
  let project: [String]
  /// Its place.
  let source: SourceJSON
  /// The date in the person's zone, such as `2026-12-03 15:00`; nil if the item has none.
  let due: String?

  /// The time of the reminder.
  var instant: Instant { candidate.key.instant }

  /// The title, never empty.
  var title: String { item.shownTitle }

  /// How late it is delivered, in seconds.
  func lateness(_ now: Instant) -> Int { max(0, now.seconds - instant.seconds) }
}

extension FoundReminder {
  /// The reminder as a line: its time, the title, the due date, how late it is, and its place.
  func line(late: String?) -> String {
    let reading = candidate.key.reading
    var remarks: [String] = []
    if let due, due != reading.formattedDate {
      let today = reading.date.formattedDate + " "
      remarks.append("due " + (due.hasPrefix(today) ? String(due.dropFirst(today.count)) : due))
    }
    if let late { remarks.append("\(late) late") }
    let suffix = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "\(reading.formattedDate)  \(title)\(suffix)  \(source.file):\(source.line)".visible
  }

  /// How late it is delivered, in words; nil for a delay that the interval between runs explains.
  func lateText(_ now: Instant) -> String? {
    let late = lateness(now)
    guard late >= ReminderLedger.grace else { return nil }
    if late >= 2 * 86_400 { return "\(late / 86_400) days" }
    return late >= 2 * 3600 ? "\(late / 3600) hours" : "\(late / 60) minutes"
  }
}

extension CalendarItem {
  /// The date that a person sees: the beginning of a range, the last day of a period, a time in their zone.
  func shownDate(_ zones: ExactDictionary<Zone>, _ home: Zone) -> String? {
    guard let when = when ?? start else { return nil }
    let moment = when.momentOfAlarms
    if when.isAllDay { return moment.date.formattedDate }
    return DisplayClock(anchor, zones, shown: home).shown(moment).formattedDate
  }
}
