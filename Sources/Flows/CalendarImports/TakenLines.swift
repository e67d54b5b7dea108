import TaskBridge
import TaskText

/// The lines that have an item.
struct TakenLines {
  private(set) var count = 0
  /// For each line of each file whether it is taken.
  private var marks: [[Bool]]

  init(_ files: [TaskFile]) {
    marks = files.map { [Bool](repeating: false, count: $0.document.lines.count) }
  }

  func contains(_ line: LineRef) -> Bool { marks[line.file][line.line] }

  mutating func insert(_ line: LineRef) {
    if !contains(line) { count += 1 }
    marks[line.file][line.line] = true
  }

  mutating func remove(_ line: LineRef) {
    if contains(line) { count -= 1 }
    marks[line.file][line.line] = false
  }
}
