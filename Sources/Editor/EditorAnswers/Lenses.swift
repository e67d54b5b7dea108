import ExactText
import TaskBridge
import TaskDates
import TaskEditing
import TaskText

/// A line of words above a line of the text, which may do something.
public struct EditorLens: Hashable, Sendable {
  /// The line that it is above, from 0.
  public let line: Int
  /// The words.
  public let title: String
  /// What a click does; nil if nothing.
  public let change: EditorAction.Change?
}

extension EditorDocument {
  /// The lenses of the file, and when one becomes wrong: what is open, due and late in the file and in each project at
  /// its root.
  public func lenses(_ facts: LineFacts) -> TimedAnswer<[EditorLens]> {
    guard let first = text.lines.indices.first(where: { text.lines[$0].kind != .blank }) else {
      return TimedAnswer([], changes: nil)
    }
    let all = text.lines.indices
    var lenses = [lens(first, facts.counts(all, clock), what: "in this file")].compactMap(\.self)
    let closed = facts.counts(0..<(file.archive ?? all.upperBound), clock).closed
    if closed > 0 {
      lenses.append(
        EditorLens(line: first, title: "archive \(closed) done", change: .archive))
    }
    for line in rootProjects where line != first {
      let counts = facts.counts(file.outline.subtree(of: line), clock)
      if let lens = lens(line, counts, what: "") { lenses.append(lens) }
    }
    return TimedAnswer(lenses, changes: facts.nextChange(all, clock))
  }

  private func lens(_ line: Int, _ counts: LineFacts.Counts, what: String) -> EditorLens? {
    var parts: [String] = []
    if counts.late > 0 { parts.append("\(counts.late) late") }
    if counts.today > 0 { parts.append("\(counts.today) due today") }
    if counts.open > 0 { parts.append("\(counts.open) open") }
    guard !parts.isEmpty else { return nil }
    let words = parts.joined(separator: ", ")
    return EditorLens(line: line, title: what.isEmpty ? words : "\(words) \(what)", change: nil)
  }

  /// The projects at the root of the file, without the archive.
  private var rootProjects: [Int] {
    let archive = file.archive
    return text.lines.indices.filter {
      text.lines[$0].kind == .project && file.outline.parent(of: $0) == nil && $0 != archive
    }
  }
}
