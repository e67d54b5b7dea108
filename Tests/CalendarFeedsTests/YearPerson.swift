import TestSupport

/// A simulated person who edits one task file, with a record of which line is which task.
///
/// Titles are words drawn from a small set, so that similar and equal lines occur.
struct YearPerson {
  /// A line: a project has no tags, and its parts are below it.
  struct Line {
    let task: Int
    var words: [String]
    var tags: [String] = []
    var notes: [String] = []
    var depth = 1
  }

  /// The name of a project and its lines, each after the lines that it is part of.
  struct Project {
    var name: String
    var lines: [Line]
  }

  private(set) var projects: [Project] = []
  private var random: SeededGenerator
  private var next = 0

  private static let verbs = ["call", "write", "mend", "read", "plan", "order", "clean", "book"]
  private static let nouns = [
    "report", "garden", "lease", "dentist", "tyres", "invoice", "letter", "kitchen", "slides",
    "tickets", "backup", "recipe", "window", "lamp", "contract", "taxes",
  ]
  private static let ends = ["for Ann", "with Tom", "at home", "before June", "again", "in Berlin"]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for name in ["Home", "Work", "Club", "Garden"] {
      projects.append(Project(name: name, lines: []))
      for _ in 0..<15 { insert(into: projects.count - 1) }
    }
  }

  var text: String {
    projects.map { project in
      ([project.name + ":"] + project.lines.flatMap(rows)).joined(separator: "\n") + "\n"
    }.joined()
  }

  private func rows(_ line: Line) -> [String] {
    let indent = String(repeating: "\t", count: line.depth)
    let own = indent + "- " + (line.words + line.tags).joined(separator: " ")
    return [own] + line.notes.map { indent + "\t" + $0 }
  }

  /// The content of each task, its project, and the task that it is a part of.
  var looks: [Int: Look] {
    var looks: [Int: Look] = [:]
    for project in projects {
      var above: [Int] = []
      for line in project.lines {
        above = Array(above.prefix(line.depth - 1))
        let title = line.words.joined(separator: " ")
        looks[line.task] = Look(
          texts: [project.name, title] + line.tags + line.notes, parent: above.last)
        above.append(line.task)
      }
    }
    return looks
  }

  /// The content of a task as a calendar shows it.
  struct Look: Equatable {
    let texts: [String]
    let parent: Int?
  }
}

// MARK: - Edits

extension YearPerson {
  private typealias Place = (project: Int, line: Int)

  /// Makes one edit.
  mutating func edit() {
    let project = roll(projects.count)
    if projects[project].lines.count < 4 { return insert(into: project) }
    let place = (project, roll(projects[project].lines.count))
    switch roll(20) {
    case 0...2: insert(into: project)
    case 3, 4: delete(place)
    case 5...8: retype(place)
    case 9...13: retag(place)
    case 14, 15: move(place)
    case 16: copy(place)
    case 17: split(place)
    case 18: indent(place)
    default: roll(2) == 0 ? sort(project) : rename(project)
    }
  }

  private mutating func insert(into project: Int) {
    let starts = projects[project].lines.indices.filter { projects[project].lines[$0].depth == 1 }
    let end = projects[project].lines.count
    projects[project].lines.insert(newLine(title(), date()), at: pick(starts + [end]))
  }

  private mutating func newLine(_ words: [String], _ tags: [String]) -> Line {
    next += 1
    return Line(task: next, words: words, tags: tags)
  }

  private mutating func delete(_ place: Place) {
    if projects.reduce(0, { $0 + $1.lines.count }) > 40 {
      projects[place.project].lines.removeSubrange(tree(place))
    }
  }

  private mutating func retype(_ place: Place) {
    var words = projects[place.project].lines[place.line].words
    switch roll(3) {
    case 0: words[roll(words.count)] = pick(Self.nouns)
    case 1: words.append(pick(Self.nouns))
    default: words[0].append("s")
    }
    projects[place.project].lines[place.line].words = words
  }

  private mutating func retag(_ place: Place) {
    var line = projects[place.project].lines[place.line]
    let isDone = line.tags.contains("@done(2026-11-30)")
    switch roll(4) {
    case 0: line.tags = date()
    case 1: line.tags.append("@" + pick(Self.nouns))
    case 2: line.notes.append("ask about the " + pick(Self.nouns))
    default: if !isDone { line.tags.append("@done(2026-11-30)") }
    }
    projects[place.project].lines[place.line] = line
  }

  /// Moves a line with its parts to another project.
  private mutating func move(_ place: Place) {
    let range = tree(place)
    var lines = Array(projects[place.project].lines[range])
    let depth = lines[0].depth - 1
    for index in lines.indices { lines[index].depth -= depth }
    projects[place.project].lines.removeSubrange(range)
    let target = roll(projects.count)
    let starts = projects[target].lines.indices.filter { projects[target].lines[$0].depth == 1 }
    projects[target].lines.insert(
      contentsOf: lines, at: pick(starts + [projects[target].lines.count]))
  }

  /// Pastes a copy of a line below it: the lower line is the new one.
  private mutating func copy(_ place: Place) {
    let line = projects[place.project].lines[place.line]
    var copy = newLine(line.words, line.tags)
    copy.depth = line.depth
    copy.notes = line.notes
    projects[place.project].lines.insert(copy, at: tree(place).upperBound)
  }

  /// Splits a line in two: the first keeps its identity.
  private mutating func split(_ place: Place) {
    let line = projects[place.project].lines[place.line]
    guard line.words.count > 3 else { return }
    var rest = newLine(Array(line.words[3...]), line.tags)
    rest.depth = line.depth
    projects[place.project].lines[place.line].words = Array(line.words[..<3])
    projects[place.project].lines.insert(rest, at: tree(place).upperBound)
  }

  /// Makes a line and its parts part of the line above.
  private mutating func indent(_ place: Place) {
    let lines = projects[place.project].lines
    guard place.line > 0, lines[place.line - 1].depth >= lines[place.line].depth else { return }
    for index in tree(place) { projects[place.project].lines[index].depth += 1 }
  }

  private mutating func sort(_ project: Int) {
    let lines = projects[project].lines
    let starts = lines.indices.filter { lines[$0].depth == 1 }
    let trees = starts.map { Array(lines[tree((project, $0))]) }
    let sorted = trees.enumerated().sorted {
      ($0.element[0].words.joined(separator: " "), $0.offset)
        < ($1.element[0].words.joined(separator: " "), $1.offset)
    }
    projects[project].lines = sorted.flatMap(\.element)
  }

  private mutating func rename(_ project: Int) {
    projects[project].name = (pick(Self.nouns) + " " + pick(Self.ends)).capitalizedFirst
  }

  /// A line and the lines below it.
  private func tree(_ place: Place) -> Range<Int> {
    let lines = projects[place.project].lines
    let depth = lines[place.line].depth
    let below = lines[(place.line + 1)...].prefix { $0.depth > depth }
    return place.line..<place.line + 1 + below.count
  }

  private mutating func title() -> [String] {
    let words = [pick(Self.verbs), "the", pick(Self.nouns)]
    return roll(2) == 0 ? words : words + pick(Self.ends).split(separator: " ").map(String.init)
  }

  private mutating func date() -> [String] {
    roll(2) == 0 ? [] : ["@due(2026-1\(roll(3))-1\(roll(10)) 10:00)"]
  }

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[roll(choices.count)] }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
