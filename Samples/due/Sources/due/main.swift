import Foundation
import TaskDates
import TaskText

extension TaskDocument {
  /// The day by which a line is due; nil for none, and for a text that is not a date.
  func due(_ line: TaskLine) -> DateParameters? {
    guard let tag = firstTag(named: "due", on: line), let text = payload(of: tag) else {
      return nil
    }
    return (try? DatePayload(parsing: text))?.value.firstDay
  }

  /// The open tasks that are due by a day, with their line numbers.
  func tasks(dueBy day: DateParameters) -> [(line: Int, title: String)] {
    lines.enumerated().compactMap { number, line in
      guard line.kind == .task, firstTag(named: "done", on: line) == nil,
        let due = due(line), due <= day
      else { return nil }
      return (number + 1, string(line.text))
    }
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let path = arguments.first,
  let day = try? DatePayload(parsing: arguments.last ?? "").value.firstDay,
  let bytes = FileManager.default.contents(atPath: path)
else {
  print("usage: due FILE DAY   (a day as 2026-12-03)")
  exit(64)
}
for (line, title) in TaskDocument(bytes: Array(bytes)).tasks(dueBy: day) {
  print("\(path):\(line): \(title)")
}
