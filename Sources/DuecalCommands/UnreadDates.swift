import Diagnostics
import TaskBridge
import TaskText

/// What is said of dates in task files that cannot be read: each of them, unless something else is set.
struct UnreadDates {
  /// How many there are so far, where they are counted and said in one line.
  var count: Int?
  /// What was said before, where each is said only once.
  var reported: ReportedDates?
}

extension Messages {
  /// Counts the dates that cannot be read from here on; `sayUnreadDates()` says how many there are.
  mutating func countUnreadDates() { unreadDates.count = 0 }

  /// Says the dates that cannot be read only if no earlier run did.
  mutating func reportUnreadDates(besides known: ReportedDates) {
    unreadDates.reported = known
  }

  /// Says what of a line cannot be read; what is only doubtful, where a date is missing for it, and nothing
  /// else says so.
  mutating func say(_ reading: LineReading, of line: LineRef, in file: TaskFile) {
    let isSaid = unreadDates.count == nil && unreadDates.reported == nil
    let hasUnread = !isSaid && reading.faults.contains(where: \.isUnreadDate)
    let saysDoubts = reading.fields.hasDateError && !hasUnread
    for fault in reading.faults {
      if fault.isUnreadDate {
        sayUnreadDate(fault.diagnostic, of: line, in: file)
      } else if fault.diagnostic.severity == .error || saysDoubts {
        say(fault.diagnostic, file: file.name)
      }
    }
  }

  private mutating func sayUnreadDate(
    _ diagnostic: Diagnostic, of line: LineRef, in file: TaskFile
  ) {
    note(.partial)
    if let count = unreadDates.count {
      unreadDates.count = count + 1
      return
    }
    let text = file.document.bytes[file.document.lines[line.line].body]
    let isNew = unreadDates.reported?.isNew(diagnostic.sentence, text, file.name)
    if isNew ?? true { say(diagnostic, file: file.name) }
  }

  /// Says how many dates cannot be read, where they are counted.
  func sayUnreadDates() {
    guard let count = unreadDates.count, count > 0, !loudness.quiet else { return }
    Output.error.print(
      "duecal: \(count) \(count == 1 ? "date" : "dates") cannot be read; run `duecal check`")
  }
}
