import Agenda
import CalendarItems
import ExactText
import TaskDates
import TaskText

/// A reminder that was found in a source, with what a person is told of it.
struct FoundReminder {
  /// What it is known by, and whether its item is done.
  let candidate: ReminderCandidate
  /// The item, its dates those of the occurrence.
  let item: CalendarItem
  /// The tags of its line, or its categories.
  let tags: [Tag]
  /// The names of the projects above it, outermost first.
  let project: [String]
  /// Where it stands.
  let source: SourceJSON
  /// The date in the person's zone, as in `2026-12-03 15:00`; nil where the item has none.
  let due: String?

  /// When the reminder comes.
  var instant: Instant { candidate.key.instant }

  /// The title, never empty.
  var title: String { item.shownTitle }

  /// How late it is told, in seconds.
  func lateness(_ now: Instant) -> Int { max(0, now.seconds - instant.seconds) }
}

extension FoundReminder {
  /// The reminder as a line: when it came, what, when that is due, how late this is said, and where it
  /// stands.
  func line(late: String?) -> String {
    let reading = candidate.key.reading
    var remarks: [String] = []
    if let due, due != reading.formattedDate {
      let today = reading.date.formattedDate + " "
      remarks.append("due " + (due.hasPrefix(today) ? String(due.dropFirst(today.count)) : due))
    }
    if let late { remarks.append("\(late) late") }
    let behind = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "\(reading.formattedDate)  \(title)\(behind)  \(source.file):\(source.line)".visible
  }

  /// How late it is told, in words; nil for what one run after the other explains.
  func lateText(_ now: Instant) -> String? {
    let late = lateness(now)
    guard late >= ReminderLedger.grace else { return nil }
    if late >= 2 * 86_400 { return "\(late / 86_400) days" }
    return late >= 2 * 3600 ? "\(late / 3600) hours" : "\(late / 60) minutes"
  }
}

extension CalendarItem {
  /// The date that a person is told: of a range its beginning, of a period its last day, a time as a clock
  /// of their zone shows it.
  func toldDate(_ zones: ExactDictionary<Zone>, _ home: Zone) -> String? {
    guard let when = when ?? start else { return nil }
    let moment = when.momentOfAlarms
    if when.isAllDay { return moment.date.formattedDate }
    return DisplayClock(anchor, zones, shown: home).shown(moment).formattedDate
  }
}
