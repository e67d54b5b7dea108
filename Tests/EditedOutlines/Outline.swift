public import LineIdentity

/// A line of an outline that keeps its identity through all edits.
final class OutlineLine {
  enum Kind { case root, file, project, task }

  let number: Int
  let kind: Kind
  var text: String
  var tags: [String]
  /// The lines of notes below it, deeper ones with tabs before them.
  var notes: [String] = []
  private(set) var parts: [OutlineLine] = []
  private(set) unowned var parent: OutlineLine?

  init(_ number: Int, _ kind: Kind, _ text: String, tags: [String] = []) {
    self.number = number
    self.kind = kind
    self.text = text
    self.tags = tags
  }

  var depth: Int { parent.map { $0.depth + 1 } ?? 0 }
  var place: Int { parent?.parts.firstIndex { $0 === self } ?? 0 }

  func add(_ part: OutlineLine, at index: Int? = nil) {
    part.parent = self
    parts.insert(part, at: index ?? parts.count)
  }

  func remove() {
    parent?.parts.remove(at: place)
    parent = nil
  }

  func isAbove(_ other: OutlineLine) -> Bool {
    var line: OutlineLine? = other
    while let current = line {
      if current === self { return true }
      line = current.parent
    }
    return false
  }

  func sort() {
    // Python's and Swift's sorts are stable, so the order is that of the prototype.
    parts = parts.enumerated()
      .sorted { ($0.element.text, $0.offset) < ($1.element.text, $1.offset) }.map(\.element)
  }
}

/// Files of tasks in projects; every line has a number that edits do not change.
public struct Outline {
  let root = OutlineLine(0, .root, "")
  var lastNumber = 0

  init() {}

  var files: [OutlineLine] { root.parts }
  var projects: [OutlineLine] { files.flatMap { $0.parts.filter { $0.kind == .project } } }

  /// All tasks from top to bottom.
  var tasks: [OutlineLine] {
    var tasks: [OutlineLine] = []
    var rest = [root]
    while let line = rest.popLast() {
      if line.kind == .task { tasks.append(line) }
      rest += line.parts.reversed()
    }
    return tasks
  }

  mutating func make(_ kind: OutlineLine.Kind, _ text: String, tags: [String] = []) -> OutlineLine {
    lastNumber += 1
    return OutlineLine(lastNumber, kind, text, tags: tags)
  }

  /// The present content of the files.
  public var snapshot: OutlineSnapshot { OutlineSnapshot(tasks) }
}

/// The content of an outline's files at one moment, with the true identity of each task.
public struct OutlineSnapshot: Sendable {
  /// The traces.
  public private(set) var traces: [ItemTrace] = []
  /// The number of the line of each trace: the truth.
  public private(set) var numbers: [Int] = []

  init(_ tasks: [OutlineLine]) {
    var indices: [Int: Int] = [:]
    for (index, task) in tasks.enumerated() {
      indices[task.number] = index
      numbers.append(task.number)
      traces.append(Self.trace(of: task, parent: task.parent.flatMap { indices[$0.number] }))
    }
  }

  private static func trace(of task: OutlineLine, parent: Int?) -> ItemTrace {
    var trace = ItemTrace(title: task.text, tags: task.tags, parent: parent)
    var above = task.parent
    while let line = above {
      if line.kind == .project { trace.path.insert(line.text, at: 0) }
      if line.kind == .file { trace.file = line.text }
      above = line.parent
    }
    return trace
  }

  /// The words of a line.
  func text(_ index: Int) -> [String] { [traces[index].title] + traces[index].tags }

  /// The words of a line and of all its parents, to tell whether it was edited.
  func appearance(_ index: Int) -> [String] {
    let trace = traces[index]
    var texts = text(index) + [trace.file] + trace.path
    var above = trace.parent
    while let parent = above {
      texts.append(traces[parent].title)
      above = traces[parent].parent
    }
    return texts
  }
}
