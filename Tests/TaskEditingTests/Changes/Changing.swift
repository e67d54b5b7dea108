import Diagnostics
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// The clock of these tests: Saturday, 5 December 2026, 10:00.
let someNow = date("2026-12-05 10:00").startDate

/// The date of a payload.
func date(_ text: String) -> TMDateType {
  // A test that gets a wrong date here fails in its comparison.
  (try? DatePayload(parsing: text))?.value ?? .dateTime(Zone.utc.civil(at: .epoch) ?? someNow)
}

/// The result of a change of some lines.
struct Changed {
  let text: String
  let changes: [TaskChange]
  let faults: [String]
  /// The changes that were already made.
  let repeats: [String]
}

/// Changes a text.
func change(
  _ text: String, _ dialect: TaskDialect = .taskPaper, now: DateTimeParameters = someNow,
  _ body: (inout TaskChanges) -> Void
) -> Changed {
  changeAll([text], dialect, now: now, body)[0]
}

/// Changes several texts together.
func changeAll(
  _ texts: [String], _ dialect: TaskDialect = .taskPaper,
  now: DateTimeParameters = someNow, _ body: (inout TaskChanges) -> Void
) -> [Changed] {
  let files = texts.enumerated().map { number, text in
    TaskFile(
      name: "\(number).taskpaper", identity: "\(number).taskpaper", modified: .epoch,
      document: TaskDocument(text, dialect: dialect))
  }
  let reader = LineFieldReader(relativeDates: .resolve(at: now)) { _ in nil }
  var changes = TaskChanges(files, reader, now: now, zone: .utc)
  body(&changes)
  let faults = changes.faults.map(\.reason)
  let repeats = changes.repeats.map(\.reason)
  return changes.results.map {
    Changed(text: $0.document.text, changes: changes.changes, faults: faults, repeats: repeats)
  }
}

/// Marks a line as done.
func done(
  _ text: String, line: Int = 0, _ dialect: TaskDialect = .taskPaper, on day: String = "2026-12-05",
  stamp: Closing.Stamp = .day, series: Closing.Series = .next
) -> Changed {
  change(text, dialect) {
    $0.close(
      LineRef(file: 0, line: line),
      with: Closing(.done, at: date(day), stamp: stamp, series: series))
  }
}

/// Opens a line again.
func undone(_ text: String, line: Int = 0, _ dialect: TaskDialect = .taskPaper) -> Changed {
  change(text, dialect) { $0.reopen(LineRef(file: 0, line: line)) }
}
