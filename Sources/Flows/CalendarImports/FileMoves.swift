import ExactText
import TaskBridge
import TaskEditing
import TaskText

/// The moves in one file, with the present places of its projects.
struct FileMoves {
  /// The name of the file in the state.
  let identity: String
  /// The moves of lines so far.
  private(set) var moves: OutlineMoves

  /// The title of each line that is a project.
  private let titles: [Int: ExactString]
  /// The number of the path of each of these lines.
  private var pathOfLine: [Int: Int] = [:]
  /// The numbers of paths; the empty one is 0.
  private var numbers: [Step: Int] = [:]
  /// The projects of each path, the first line first.
  private var lines: [Int: [Int]] = [:]

  /// A path: a project, and the path of what it is in.
  private struct Step: Hashable {
    let above: Int
    let title: ExactString
  }

  init(_ file: TaskFile, _ reader: LineFieldReader) {
    identity = file.identity
    moves = file.moves
    titles = ProjectLines.titles(LineSnapshot([file], reader))
    for line in titles.keys.sorted() { enter(line) }
  }

  // MARK: Projects

  /// The line of a project; nil if there is none.
  func project(_ path: [String]) -> Int? {
    var number = 0
    for title in path {
      guard let next = numbers[Step(above: number, title: ExactString(title))] else { return nil }
      number = next
    }
    return lines[number]?.first
  }

  /// Records the path of a project, after the project that contains it.
  private mutating func enter(_ line: Int) {
    guard let title = titles[line] else { return }
    let step = Step(above: pathAbove(line), title: title)
    let number = numbers[step] ?? numbers.count + 1
    numbers[step] = number
    pathOfLine[line] = number
    let place = (lines[number] ?? []).partitionPoint { $0 < line }
    lines[number, default: []].insert(line, at: place)
  }

  private func pathAbove(_ line: Int) -> Int {
    var next = moves.parent(of: line)
    while let owner = next {
      if let path = pathOfLine[owner] { return path }
      next = moves.parent(of: owner)
    }
    return 0
  }

  private mutating func leave(_ line: Int) {
    guard let number = pathOfLine.removeValue(forKey: line) else { return }
    let place = (lines[number] ?? []).partitionPoint { $0 < line }
    lines[number]?.remove(at: place)
  }

  // MARK: Moves

  /// Moves a line; false if it is there already, or owns `owner`.
  mutating func move(_ line: Int, below owner: Int?) -> Bool {
    guard moves.move(line, below: owner) else { return false }
    guard !titles.isEmpty else { return true }
    let projects = moves.block(of: line).filter { titles[$0] != nil }
    for project in projects { leave(project) }
    for project in projects { enter(project) }
    return true
  }

  /// Removes the `@project` tag from a line that leaves the archive.
  mutating func dropProjectTag(of line: Int) {
    moves.set(moves.document.bodyWithoutProject(line), ofLine: line)
  }
}

extension TaskDocument {
  /// A line without its indent and without the `@project` tag from its archiving.
  fileprivate func bodyWithoutProject(_ number: Int) -> String {
    let line = lines[number]
    guard let tag = firstTag(named: "project", on: line) else { return string(line.body) }
    let before = string(line.body.lowerBound..<tag.range.lowerBound)
    let rest = string(tag.range.upperBound..<line.body.upperBound)
    return (before.hasSuffix(" ") ? String(before.dropLast()) : before) + rest
  }
}
