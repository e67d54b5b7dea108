import ExactText
import TaskBridge
import TaskText

/// How many tasks have a name: a project or a tag.
struct NameCount {
  /// Those that are open.
  var open = 0
  /// All of them.
  var total = 0

  fileprivate mutating func add(isOpen: Bool) {
    total += 1
    if isOpen { open += 1 }
  }
}

/// The projects and the tags of task files, without those in an archive.
struct NameCounts {
  private let entries: TaskEntries

  init(_ files: [TaskFile], _ vocabulary: Vocabulary) {
    entries = TaskEntries(files: files, vocabulary: vocabulary)
  }

  /// The paths of projects, in order, each with the tasks in it and below it.
  var projects: [(path: [String], count: NameCount)] {
    var counts: [[ExactString]: NameCount] = [:]
    // A heading without tasks is only a part of a note.
    for entry in entries.projects + entries.entries where entry.isProject && !isInNote(entry) {
      let title = LineText(entries.file(of: entry), line: entry.line.line).title
      counts[(entries.path(of: entry) + [title]).map(ExactString.init)] = NameCount()
    }
    for entry in entries.entries where isTask(entry) {
      let path = entries.path(of: entry).map(ExactString.init)
      let isOpen = isOpen(entry)
      for length in path.indices.map({ $0 + 1 }) {
        counts[Array(path.prefix(length)), default: NameCount()].add(isOpen: isOpen)
      }
    }
    return counts.map { (path: $0.key.map(\.text), count: $0.value) }
      .sorted { Self.order($0.path.joined(separator: " / "), $1.path.joined(separator: " / ")) }
  }

  /// The tags to which duecal gives no meaning, in order, each with the tasks that have it.
  var tags: [(name: String, count: NameCount)] {
    var counts: [ExactString: NameCount] = [:]
    for entry in entries.projects + entries.entries {
      for name in names(of: entry) {
        var count = counts[ExactString(name)] ?? NameCount()
        if isTask(entry) { count.add(isOpen: isOpen(entry)) }
        counts[ExactString(name)] = count
      }
    }
    return counts.map { (name: $0.key.text, count: $0.value) }
      .sorted { Self.order($0.name, $1.name) }
  }

  private func isTask(_ entry: TaskEntry) -> Bool { !entry.isProject && !entry.isWordless }

  private func isInNote(_ entry: TaskEntry) -> Bool {
    entries.file(of: entry).document.dialect == .markdown
  }

  private func isOpen(_ entry: TaskEntry) -> Bool {
    let document = entries.file(of: entry).document
    let line = document.lines[entry.line.line]
    return !entry.isClosedAbove && !document.isClosed(line, entries.vocabulary)
  }

  /// The tags of a line, each once.
  private func names(of entry: TaskEntry) -> ExactSet {
    let document = entries.file(of: entry).document
    let line = document.lines[entry.line.line]
    let spans = document.tags[line.tags]
    return ExactSet(document.hashNames(of: line)).union(
      spans.filter {
        $0.form == .at && !$0.name.isEmpty
          && entries.vocabulary.field(of: $0, in: document) == nil
      }
      .map { document.name(of: $0) })
  }

  private static func order(_ left: String, _ right: String) -> Bool {
    (left.lowercased(), left) < (right.lowercased(), right)
  }
}
