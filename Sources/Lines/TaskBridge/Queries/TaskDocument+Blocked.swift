import ExactText
import TaskQuery
import TaskText

/// Tasks of Markdown that wait for others, as Obsidian Tasks reads `🆔` and `⛔`.
extension TaskDocument {
  /// True if an open task waits for one of these tasks.
  func isBlocked(_ line: TaskLine, by blockers: ExactSet, _ vocabulary: Vocabulary) -> Bool {
    guard !blockers.isEmpty, dialect == .markdown, line.kind == .task,
      !isClosed(line, vocabulary)
    else { return false }
    return names(.dependsOn, on: line).contains { blockers.contains($0) }
  }

  /// The names of its open tasks.
  fileprivate func openNames(_ vocabulary: Vocabulary) -> [String] {
    guard dialect == .markdown else { return [] }
    return lines.filter { $0.kind == .task && !isClosed($0, vocabulary) }
      .flatMap { names(.id, on: $0) }
  }

  private func names(_ field: MarkdownField, on line: TaskLine) -> [String] {
    tags[line.tags].filter { $0.markdownField == field }.flatMap { span in
      (payload(of: span) ?? "").split(separator: ",").map { String($0).trimmed }
    }
  }
}

extension [Query] {
  /// The names of the open tasks in some files, if a query asks for tasks that wait for them.
  func blockers(in files: [TaskFile], _ vocabulary: Vocabulary) -> ExactSet {
    let asks = contains { query in
      query.attributes.contains { $0.utf8.elementsEqual("blocked".utf8) }
    }
    return asks ? ExactSet(files.flatMap { $0.document.openNames(vocabulary) }) : []
  }
}
