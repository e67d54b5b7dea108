import CalendarItems
import CalendarStores
import ExactText
import LineCodec
import LineState
import TaskBridge
import TaskEditing
import TaskText

/// Where new lines go.
extension FileDraft {
  /// The name of the project that gets new lines, if the file has it.
  private static let inboxName = "inbox"

  /// The place of a new item: below its parent, after the series that it is an occurrence of, otherwise in the inbox.
  mutating func container(of item: CalendarItem) -> Container {
    if let parent = item.parentUID,
      let index = itemsOfUID[parent]?.first(where: { known.items[$0].line != nil })
    {
      if let new = newLineOfOwner[.item(index)] { return .part(of: new) }
      if let line = known.items[index].line { return .below(line) }
    }
    return series(of: item).map { .after($0) } ?? .inbox
  }

  /// The line of the series with the title of an item.
  ///
  /// Many programs complete or postpone an occurrence by a copy with another UID.
  private mutating func series(of item: CalendarItem) -> Int? {
    guard item.kind == .reminder, item.recurrence == nil else { return nil }
    let lines = seriesLineOfTitle ?? readSeriesLines()
    seriesLineOfTitle = lines
    return lines[item.title]
  }

  private func readSeriesLines() -> ExactDictionary<Int> {
    let document = file.document
    let repeating = document.lines.indices.filter { line in
      !document.isClosed(document.lines[line], options.vocabulary)
        && document.tags[document.lines[line].tags].contains {
          reader.field(of: $0, in: document) == .repeat
        }
    }
    let wanted = Set(repeating)
    let titles = known.items.compactMap { item -> (String, Int)? in
      guard let line = item.line, wanted.contains(line), list.holds(item) else { return nil }
      return (LineText(file, line: line).title(options.vocabulary), line)
    }
    return ExactDictionary(titles, uniquingKeysWith: { first, _ in first })
  }

  mutating func add(_ line: NewLine, in place: Container) {
    let number = newLines.count
    newLines.append(line)
    newLineOfOwner[line.owner] = number
    if case .part(let parent) = place {
      newLines[parent].parts.append(number)
    } else {
      places.append((place, number))
    }
  }

  /// The names of the projects that contain a place.
  func path(of place: Container) -> [String] {
    switch place {
    case .part(let parent): return newLines[parent].path
    case .inbox: return inbox.map { projects(of: $0) + [title(of: $0)] } ?? []
    case .below(let line):
      return projects(of: line) + (form(of: line) == .project ? [title(of: line)] : [])
    case .after(let line): return projects(of: line)
    }
  }

  func form(of line: Int) -> LineKind { file.document.lines[line].kind }

  func title(of line: Int) -> String { LineText(file, line: line).title }

  private func projects(of line: Int) -> [String] {
    file.outline.ancestors(of: line).filter { form(of: $0) == .project }.reversed().map(title)
  }

  /// The line of the first project at the root that is called `Inbox`; nil if there is none.
  private var inbox: Int? {
    file.document.lines.indices.first { line in
      form(of: line) == .project && file.outline.parent(of: line) == nil
        && title(of: line).lowercased() == Self.inboxName
    }
  }

  // MARK: Adding the lines

  /// Adds the new lines to the edit, and returns for each the addition and its distance from the first line of it.
  mutating func addLines() throws(StoreError) -> [(addition: Int, offset: Int)] {
    var found = newLines.map { _ in (addition: 0, offset: 0) }
    let changes = TaskChanges(
      [file], reader, now: try civil(at: now), zone: options.zone)
    for (place, line) in places {
      let point = point(of: place, changes)
      var block: [(text: String, level: Int)] = []
      var offsets: [(line: Int, offset: Int)] = []
      write(line, level: point.level, to: &block, &offsets)
      let addition = edit.add(block, beforeLine: point.line)
      for (line, offset) in offsets { found[line] = (addition, offset) }
    }
    return found
  }

  private func write(
    _ number: Int, level: Int, to block: inout [(text: String, level: Int)],
    _ offsets: inout [(line: Int, offset: Int)]
  ) {
    let new = newLines[number]
    offsets.append((number, block.count))
    block.append((new.line.body, level))
    block += new.line.notes.map { OutlineEdit.noteLine($0, level + 1) }
    for part in new.parts { write(part, level: level + 1, to: &block, &offsets) }
  }

  private func point(of place: Container, _ changes: TaskChanges) -> (line: Int, level: Int) {
    switch place {
    case .after(let line):
      let block = file.outline.subtree(of: line)
      // A completed copy of a series in signs is above the next date if the settings say so.
      let isAbove =
        copiedSeries.contains(line) && file.document.settings.recurrenceIsOnNextLine
      return (isAbove ? block.lowerBound : block.upperBound, level(of: line))
    case .below(let line):
      let point = changes.place(in: LineRef(file: 0, line: line), at: .end)
      return (point.line, point.level - removedOwners(of: line) - (isRemoved(line) ? 1 : 0))
    case .inbox, .part:
      let point =
        inbox.map { changes.place(in: LineRef(file: 0, line: $0), at: .end) }
        ?? changes.place(inRootOf: 0, at: .end)
      return (point.line, point.level)
    }
  }

  // MARK: Removed lines

  private func isRemoved(_ line: Int) -> Bool { linesToRemove.contains(line) }

  /// The number of removed lines that contain a line.
  private func removedOwners(of line: Int) -> Int {
    linesToRemove.isEmpty ? 0 : file.outline.ancestors(of: line).count(where: isRemoved)
  }

  private func level(of line: Int) -> Int {
    max(0, file.document.lines[line].level - removedOwners(of: line))
  }

  /// Moves what is below removed lines up, one level for each of them.
  mutating func liftParts() {
    guard !linesToRemove.isEmpty else { return }
    var gone = linesToRemove
    for line in linesToRemove { gone.formUnion(LineText(file, line: line).noteLines) }
    var end = 0
    for owner in linesToRemove.sorted() where owner >= end {
      let block = file.outline.subtree(of: owner)
      end = block.upperBound
      for line in block.dropFirst() where !gone.contains(line) && form(of: line) != .blank {
        guard !file.document.isHeading(line) else { continue }
        edit.move(line..<(line + 1), beforeLine: line, level: level(of: line))
      }
    }
  }
}
