public import TaskBridge
import TaskText

/// Finds the parts of an outline that a calendar cannot hold: blank lines, notes outside of any project, saved
/// searches, and the places of notes that come after other lines of their owner.
///
/// The prose of a Markdown file is not meant for a calendar, so only the lines of its tasks are reported.
public struct OutlineLosses {
  private let file: TaskFile
  private let number: Int
  private let carriesProjects: Bool
  private var losses: [Loss] = []
  private var isProse: [Bool] = []

  /// The losses of one of several files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - number: The index of the file.
  ///   - carriesProjects: Whether projects are exported with their notes and tags.
  ///   - exported: The lines that became items, if only some were requested: text that does not belong to them is not
  ///     a loss. Nil if all were requested.
  public static func losses(
    of files: [TaskFile], at number: Int, carriesProjects: Bool, within exported: [Int]? = nil
  ) -> [Loss] {
    var walk = OutlineLosses(
      file: files[number], number: number, carriesProjects: carriesProjects)
    walk.run()
    guard let exported else { return walk.losses }
    let asked = files[number].linesAround(exported)
    return walk.losses.filter { asked[$0.line.line] }
  }

  private init(file: TaskFile, number: Int, carriesProjects: Bool) {
    self.file = file
    self.number = number
    self.carriesProjects = carriesProjects
  }

  private mutating func run() {
    isProse = prose()
    var isKept = [Bool](repeating: false, count: file.document.lines.count)
    for (index, line) in file.document.lines.enumerated()
    where (line.kind == .task || (line.kind == .project && carriesProjects))
      && !file.isWordless(line: index) && file.outline.subtree(of: index).count > 1
    {
      let notes = LineText(file, line: index).noteLines
      for note in notes { isKept[note] = true }
      // In Markdown, plain text and bullets are parts of the note, and not of the calendar.
      if !isMarkdown { checkPlaces(of: notes, below: index) }
    }
    for (index, line) in file.document.lines.enumerated() {
      if !isKept[index] { check(line, at: index) }
      if isKept[index] || !isProse[index] { checkControls(of: line, at: index) }
    }
  }

  private mutating func check(_ line: TaskLine, at index: Int) {
    switch line.kind {
    case .blank where isMarkdown: break
    case .blank: loseBlank(index)
    case .note where isMarkdown && !isSearch(line): break
    case .note:
      lose(index, isSearch(line) ? "saved search" : "note", value: text(line), reason: reason(line))
    case .project: if !carriesProjects { checkProject(line, at: index) }
    case .task: checkTask(line, at: index)
    }
  }

  /// Reports consecutive blank lines as one loss, at the first.
  private mutating func loseBlank(_ index: Int) {
    let isRun = losses.last.map { $0.isBlank && $0.line.line + $0.count == index } == true
    if isRun {
      losses[losses.count - 1].count += 1
    } else {
      lose(index, "blank line", value: "", reason: "a calendar has no blank lines")
    }
  }

  /// Reports control characters, which a calendar cannot hold.
  private mutating func checkControls(of line: TaskLine, at index: Int) {
    let bytes = file.document.bytes
    let isControl: (Int) -> Bool = { offset in
      (bytes[offset] < 0x20 && bytes[offset] != 0x09) || bytes[offset] == 0x7F
    }
    guard let first = line.body.first(where: isControl) else { return }
    let all = line.body.count(where: isControl)
    let value = "0x" + String(bytes[first], radix: 16, uppercase: true)
    losses.append(
      Loss(
        line: LineRef(file: number, line: index), offset: first, property: "control character",
        value: all == 1 ? value : "\(value) and \(all - 1) more",
        reason: "texts in a calendar cannot contain control characters"))
  }

  private var isMarkdown: Bool { file.document.dialect == .markdown }

  /// For each line whether it is a note of Markdown that belongs to no task.
  private func prose() -> [Bool] {
    var isProse = [Bool](repeating: false, count: file.document.lines.count)
    guard isMarkdown else { return isProse }
    for (index, line) in file.document.lines.enumerated() where line.kind == .note {
      let owner = file.outline.parent(of: index)
      isProse[index] = owner.map { isProse[$0] || file.document.lines[$0].kind == .project } ?? true
    }
    return isProse
  }

  private func isSearch(_ line: TaskLine) -> Bool {
    file.document.firstTag(named: "search", on: line) != nil
  }

  private func reason(_ line: TaskLine) -> String {
    if isSearch(line) { return "a calendar cannot hold searches" }
    return carriesProjects
      ? "the line does not belong to a project" : "the line does not belong to an item"
  }

  /// Reports the tags of a project that is not exported; its name becomes a category of its tasks.
  private mutating func checkProject(_ line: TaskLine, at index: Int) {
    if file.outline.parent(of: index).map({ file.document.lines[$0].kind }) == .task {
      lose(
        index, "place", value: text(line), reason: "a project below a task becomes a category only")
    }
    for span in file.document.tags[line.tags] {
      let tag = file.document.string(span.range)
      losses.append(
        Loss(
          line: LineRef(file: number, line: index), offset: span.range.lowerBound,
          property: "project", value: tag,
          reason: "a project does not become an item, so its tags are lost"))
    }
  }

  private mutating func checkTask(_ line: TaskLine, at index: Int) {
    guard file.isWordless(line: index) else { return checkOwner(at: index) }
    guard !file.isEmptyBox(line: index) else { return }
    lose(index, "task", value: text(line), reason: "a bullet without text does not become an item")
  }

  /// Reports a task below a note: it comes back below the owner of the note.
  private mutating func checkOwner(at index: Int) {
    guard let owner = file.outline.parent(of: index),
      file.document.lines[owner].kind == .note, !isProse[owner]
    else { return }
    lose(
      index, "place", value: text(file.document.lines[index]),
      reason: "in a calendar, a note cannot have tasks below it")
  }

  /// Reports notes that lose their place: they come back before the other lines of their owner.
  private mutating func checkPlaces(of notes: [Int], below line: Int) {
    guard let last = notes.last, last - line > notes.count else { return }
    var lead = line + 1
    for note in notes {
      let isAfter = (lead..<note).contains {
        ![.blank, .note].contains(file.document.lines[$0].kind)
      }
      let note = (index: note, line: file.document.lines[note])
      guard isAfter, note.line.kind == .note else {
        lead = isAfter ? lead : note.index
        continue
      }
      lose(
        note.index, "place", value: text(note.line),
        reason: "a note after subtasks comes back before them")
    }
  }

  private func text(_ line: TaskLine) -> String { file.document.string(line.body) }

  private mutating func lose(_ index: Int, _ property: String, value: String, reason: String) {
    let line = file.document.lines[index]
    var loss = Loss(
      line: LineRef(file: number, line: index), offset: line.body.lowerBound, property: property,
      value: value, reason: reason)
    loss.isOfNote = line.kind == .note && !isSearch(line)
    losses.append(loss)
  }
}

extension TaskFile {
  /// For each line whether it is one of the given lines, one of their notes, or a project that contains them.
  fileprivate func linesAround(_ lines: [Int]) -> [Bool] {
    var isAround = [Bool](repeating: false, count: document.lines.count)
    for line in lines {
      var next: Int? = line
      while let current = next, !isAround[current] {
        isAround[current] = true
        for note in LineText(self, line: current).noteLines { isAround[note] = true }
        next = outline.parent(of: current)
      }
    }
    return isAround
  }
}
