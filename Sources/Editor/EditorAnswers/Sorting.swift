import TaskBridge
import TaskDates
import TaskText

extension EditorDocument {
  /// The document with the tasks beside a line in the order of their due dates.
  ///
  /// Tasks without a date follow, and closed ones come last. What is below a task moves with it.
  ///
  /// - Returns: The unchanged document if the tasks are in this order already.
  func sorted(beside number: Int) -> TaskDocument {
    let siblings = siblings(of: number)
    let order = siblings.enumerated().sorted {
      (sortKey($0.element), $0.offset) < (sortKey($1.element), $1.offset)
    }.map(\.element)
    guard order != siblings, let first = siblings.first, let last = siblings.last else {
      return text
    }
    let end = file.outline.subtree(of: last).upperBound
    guard (first..<end).allSatisfy({ text.lines[$0].kind != .blank }) else { return text }
    var edit = OutlineEdit(text)
    for line in order {
      edit.move(file.outline.subtree(of: line), beforeLine: end, level: text.lines[line].level)
    }
    return edit.result().document
  }

  /// True if the tasks beside a line are in another order.
  func isUnsorted(beside number: Int) -> Bool {
    var last = Int.min
    for line in siblings(of: number) {
      let key = sortKey(line)
      if key < last { return true }
      last = key
    }
    return false
  }

  /// The tasks of the run of tasks that contains a line, at its level.
  private func siblings(of number: Int) -> [Int] {
    guard text.lines[number].kind == .task else { return [] }
    var lines = Array(siblings(before: number).reversed()) + [number]
    var next = file.outline.subtree(of: number).upperBound
    while next < text.lines.count, isSibling(next, of: number) {
      lines.append(next)
      next = file.outline.subtree(of: next).upperBound
    }
    return lines
  }

  /// The tasks of the run before a task, the nearest first.
  private func siblings(before number: Int) -> [Int] {
    var lines: [Int] = []
    var before = number - 1
    while before >= 0, text.lines[before].kind != .blank {
      let line = text.lines[before]
      if isSibling(before, of: number) {
        lines.append(before)
      } else if line.level <= text.lines[number].level {
        break
      }
      before -= 1
    }
    return lines
  }

  private func isSibling(_ line: Int, of other: Int) -> Bool {
    text.lines[line].kind == .task && text.lines[line].level == text.lines[other].level
      && file.outline.parent(of: line) == file.outline.parent(of: other)
  }

  private func sortKey(_ number: Int) -> Int {
    let line = text.lines[number]
    if text.isClosed(line, vocabulary) { return .max }
    // Most tasks have no date, and the fields of a line take long to read.
    let hasDue = text.tags[line.tags].contains { vocabulary.field(of: $0, in: text) == .due }
    guard hasDue else { return .max - 1 }
    return fields(number).due?.value?.startDate.secondNumber ?? .max - 1
  }
}
