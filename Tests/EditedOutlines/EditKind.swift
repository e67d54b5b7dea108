/// An edit that a person makes in an outline.
public enum EditKind: String, CaseIterable, Sendable {
  case typo, word, rewrite, append, tag, date, done, reorder, move, moveToFile, indent, insert
  case delete, twin, split, renameProject, sortProject, archive

  /// How often it is made, relative to the others.
  var weight: Int {
    switch self {
    case .typo, .tag, .insert: 14
    case .word, .done: 12
    case .date, .delete: 10
    case .reorder: 8
    case .append, .move: 6
    case .indent: 4
    case .rewrite, .moveToFile, .twin: 3
    case .split, .renameProject, .archive: 2
    case .sortProject: 1
    }
  }
}

extension OutlineWriter {
  /// Edits an outline a number of times, each time with one of some kinds.
  public mutating func edit(
    _ outline: inout Outline, times: Int, kinds: [EditKind] = EditKind.allCases
  ) {
    for _ in 0..<times {
      let tasks = outline.tasks
      if tasks.isEmpty { return }
      let kind = weighted(kinds)
      edit(pick(tasks), kind, &outline)
    }
  }

  private mutating func weighted(_ kinds: [EditKind]) -> EditKind {
    var rest = number(0...kinds.reduce(0) { $0 + $1.weight } - 1)
    for kind in kinds {
      if rest < kind.weight { return kind }
      rest -= kind.weight
    }
    return kinds[0]
  }

  private mutating func edit(_ task: OutlineLine, _ kind: EditKind, _ outline: inout Outline) {
    switch kind {
    case .typo, .word, .rewrite, .append: retype(task, kind)
    case .tag, .date, .done: retag(task, kind)
    case .reorder, .move, .moveToFile, .indent: move(task, kind, outline)
    case .insert: insert(beside: task, &outline)
    case .delete: delete(task)
    case .twin: task.parent?.add(copy(task, task.text, &outline), at: task.place + 1)
    case .split: split(task, &outline)
    case .renameProject: pick(outline.projects).text = projectName()
    case .sortProject: pick(outline.projects).sort()
    case .archive: archive(&outline)
    }
  }
}

extension OutlineWriter {
  private mutating func retype(_ task: OutlineLine, _ kind: EditKind) {
    switch kind {
    case .typo: task.text = mistyped(task.text)
    case .word:
      var words = language.words(of: task.text)
      guard !words.isEmpty else { return }
      words[number(0...words.count - 1)] = pick(language.verbs + language.nouns)
      task.text = words.joined(separator: language.space)
    case .append:
      let more = [task.text, pick(language.links), pick(language.nouns)]
      task.text = more.joined(separator: language.space)
    default: task.text = phrase()
    }
  }

  private mutating func mistyped(_ text: String) -> String {
    var characters = Array(text)
    guard !characters.isEmpty else { return String(pick(language.letters)) }
    let place = number(0...characters.count - 1)
    switch number(0...2) {
    case 0 where characters.count > 3: characters.remove(at: place)
    case 2: characters[place] = pick(language.letters)
    default: characters.insert(pick(language.letters), at: place)
    }
    return String(characters)
  }

  private mutating func retag(_ task: OutlineLine, _ kind: EditKind) {
    switch kind {
    case .date: task.tags = task.tags.filter { !$0.hasPrefix("@due") } + ["@due(\(date()))"]
    case .done where task.tags.contains { $0.hasPrefix("@done") }:
      task.tags.removeAll { $0.hasPrefix("@done") }
    case .done: task.tags.append("@done(\(date()))")
    default:
      if let mark = task.tags.firstIndex(where: { !$0.contains("(") }), chance(50) {
        task.tags.remove(at: mark)
      } else {
        task.tags.append(pick(Self.marks))
      }
    }
  }
}

extension OutlineWriter {
  private mutating func move(_ task: OutlineLine, _ kind: EditKind, _ outline: Outline) {
    switch kind {
    case .reorder:
      if let parent = task.parent { move(task, to: parent) }
    case .indent: indent(task)
    default:
      let home = outline.files.first { $0.isAbove(task) }
      let targets = outline.projects.filter {
        $0 !== task.parent && (kind == .move || home?.isAbove($0) != true)
      }
      if !targets.isEmpty { move(task, to: pick(targets)) }
    }
  }

  private mutating func move(_ task: OutlineLine, to target: OutlineLine) {
    task.remove()
    target.add(task, at: number(0...target.parts.count))
  }

  private mutating func indent(_ task: OutlineLine) {
    guard let parent = task.parent else { return }
    let place = task.place
    if chance(50), place > 0, parent.parts[place - 1].kind == .task {
      let above = parent.parts[place - 1]
      task.remove()
      above.add(task)
    } else if parent.kind == .task, let above = parent.parent {
      task.remove()
      above.add(task, at: parent.place + 1)
    }
  }

  private mutating func insert(beside task: OutlineLine, _ outline: inout Outline) {
    let line = outline.make(.task, phrase(), tags: tags())
    task.parent?.add(line, at: task.place + number(0...1))
  }

  /// Deletes a line; its parts take its place.
  private func delete(_ task: OutlineLine) {
    guard let parent = task.parent else { return }
    let place = task.place
    task.remove()
    for (offset, part) in task.parts.enumerated() { parent.add(part, at: place + offset) }
  }

  private func copy(_ task: OutlineLine, _ text: String, _ outline: inout Outline) -> OutlineLine {
    outline.make(.task, text, tags: task.tags)
  }

  /// Splits a line in two; the first keeps its identity.
  private func split(_ task: OutlineLine, _ outline: inout Outline) {
    let words = language.words(of: task.text)
    guard words.count >= 3 else { return }
    let half = words.count / 2
    let rest = words[half...].joined(separator: language.space)
    task.text = words[..<(half + 1 < words.count ? half + 1 : half)]
      .joined(separator: language.space)
    task.parent?.add(copy(task, rest, &outline), at: task.place + 1)
  }

  /// Moves the first twenty done tasks to a project `Archive`.
  private func archive(_ outline: inout Outline) {
    let archive: OutlineLine
    if let existing = outline.files[0].parts.first(where: { $0.text == "Archive" }) {
      archive = existing
    } else {
      archive = outline.make(.project, "Archive")
      outline.files[0].add(archive)
    }
    let done = outline.tasks.filter { task in
      task.parent !== archive && task.tags.contains { $0.hasPrefix("@done") }
    }
    for task in done.prefix(20) where !archive.isAbove(task) {
      task.remove()
      archive.add(task)
    }
  }
}
