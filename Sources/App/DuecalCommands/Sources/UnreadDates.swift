import Diagnostics
import ExactText
import TaskBridge
import TaskText

/// How unreadable dates in task files are reported: each one, unless something else is set.
struct UnreadDates {
  /// How many there are so far, if they are counted and reported in one line.
  var count: Int?
  /// The earlier reports, if each date is reported only once.
  var reported: ReportedDates?
}

extension Messages {
  /// Counts unreadable dates from here on; `reportUnreadDateCount()` reports their number.
  mutating func countUnreadDates() { unreadDates.count = 0 }

  /// Reports unreadable dates only if no earlier run did.
  mutating func reportUnreadDates(besides known: ReportedDates) {
    unreadDates.reported = known
  }

  /// Reports what cannot be read in a line, and what is doubtful only for lack of a date.
  mutating func report(_ reading: LineReading, of line: LineRef, in file: TaskFile) {
    let isReported = unreadDates.count == nil && unreadDates.reported == nil
    let hasUnread = !isReported && reading.faults.contains(where: \.isUnreadDate)
    let reportsDoubts = reading.fields.hasDateError && !hasUnread
    for fault in reading.faults {
      if fault.isUnreadDate {
        reportUnreadDate(fault.diagnostic, of: line, in: file)
      } else if fault.diagnostic.severity == .error || reportsDoubts {
        report(fault.diagnostic, file: file.name)
      }
    }
  }

  private mutating func reportUnreadDate(
    _ diagnostic: Diagnostic, of line: LineRef, in file: TaskFile
  ) {
    note(.partial)
    if let count = unreadDates.count {
      unreadDates.count = count + 1
      return
    }
    let text = file.document.bytes[file.document.lines[line.line].body]
    let isNew = unreadDates.reported?.isNew(diagnostic.sentence, text, file: file.name)
    if isNew ?? true { report(diagnostic, file: file.name) }
  }

  /// Reports the number of unreadable dates, if they are counted.
  ///
  /// - Parameter paths: The files that the command was given; none for the default ones.
  func reportUnreadDateCount(in paths: [String]) {
    guard let count = unreadDates.count, count > 0, !level.quiet else { return }
    let names = paths.filter { $0 != "-" }.map { " " + $0.shellQuoted }.joined()
    let sentence =
      "\(count) \(count == 1 ? "date" : "dates") cannot be read; run `duecal check\(names)`"
    Output.error.print("duecal: \(sentence)".visible)
  }
}
