import Diagnostics
import TaskBridge
import TaskText

/// What is said of dates in task files that cannot be read.
enum UnreadDates {
  /// Each of them, wherever it is met.
  case each
  /// How many there are, in one line.
  case counted(Int)
  /// Each of them that no earlier run said.
  case once(ReportedDates)
}

extension Messages {
  /// Counts the dates that cannot be read from here on; `sayUnreadDates()` says how many there are.
  mutating func countUnreadDates() { unreadDates = .counted(0) }

  /// Says the dates that cannot be read only if no earlier run did.
  mutating func reportUnreadDates(besides known: ReportedDates) { unreadDates = .once(known) }

  /// The dates that this run met, and those that earlier ones did.
  var reportedDates: ReportedDates? {
    if case .once(let dates) = unreadDates { dates } else { nil }
  }

  /// Says what of a line cannot be read; what is only doubtful, where a date is missing for it.
  mutating func say(_ reading: LineReading, of line: LineRef, in file: TaskFile) {
    for fault in reading.faults {
      if fault.isUnreadDate {
        sayUnreadDate(fault.diagnostic, of: line, in: file)
      } else if fault.diagnostic.severity == .error || reading.fields.hasDateError && saysEachDate {
        say(fault.diagnostic, file: file.name)
      }
    }
  }

  private var saysEachDate: Bool { if case .each = unreadDates { true } else { false } }

  private mutating func sayUnreadDate(
    _ diagnostic: Diagnostic, of line: LineRef, in file: TaskFile
  ) {
    note(.partial)
    switch unreadDates {
    case .each: say(diagnostic, file: file.name)
    case .counted(let count): unreadDates = .counted(count + 1)
    case .once(var dates):
      let text = file.document.bytes[file.document.lines[line.line].body]
      if dates.isNew(diagnostic.sentence, text, file.name) { say(diagnostic, file: file.name) }
      unreadDates = .once(dates)
    }
  }

  /// Says how many dates cannot be read, where they are counted.
  func sayUnreadDates() {
    guard case .counted(let count) = unreadDates, count > 0, !loudness.quiet else { return }
    Output.error.print(
      "duecal: \(count) \(count == 1 ? "date" : "dates") cannot be read; run `duecal check`")
  }
}
