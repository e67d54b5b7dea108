import CalendarFeeds
import ICalendar
import TaskBridge
import TestSupport
import Testing

/// A person who edits one task file for a year, and knows which task is which.
private struct Person {
  struct Task {
    let number: Int
    var words: [String]
    var tags: [String]
    var project: Int
  }

  var random: SeededGenerator
  var tasks: [Task] = []
  private var next = 0

  private static let words = [
    "call", "write", "mend", "read", "plan", "the", "report", "garden", "lease", "dentist", "Ann",
    "tyres", "invoice", "letter", "kitchen", "slides", "tickets", "backup", "recipe", "window",
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<60 { add() }
  }

  mutating func add() {
    let words = (0..<5).map { _ in Self.words.randomElement(using: &random) ?? "" }
    let task = Task(
      number: next, words: ["\(next)"] + words, tags: date(),
      project: Int.random(in: 0..<4, using: &random))
    next += 1
    tasks.insert(task, at: Int.random(in: 0...tasks.count, using: &random))
  }

  private mutating func date() -> [String] {
    let day = Int.random(in: 1...28, using: &random)
    let month = Int.random(in: 1...12, using: &random)
    return ["@due(2026-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day) 10:00)"]
  }

  /// Makes one edit; gives the tasks whose items it changes.
  mutating func edit() -> Set<Int> {
    let index = Int.random(in: 0..<tasks.count, using: &random)
    let word = Self.words.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<8, using: &random) {
    case 0: add()
    case 1: if tasks.count > 20 { tasks.remove(at: index) }
    case 2: return change(index) { $0.words[3] = word + "s" }
    case 3: return change(index) { $0.words.append(word) }
    case 4: return change(index) { $0.tags.append("@\(word)") }
    case 5:
      let date = date()
      return change(index) { $0.tags = date }
    case 6:
      let task = tasks.remove(at: index)
      tasks.insert(task, at: Int.random(in: 0...tasks.count, using: &random))
    default: return change(index) { $0.project = ($0.project + 1) % 4 }
    }
    return []
  }

  private mutating func change(_ index: Int, _ body: (inout Task) -> Void) -> Set<Int> {
    let before = line(tasks[index]) + "\(tasks[index].project)"
    body(&tasks[index])
    return line(tasks[index]) + "\(tasks[index].project)" == before ? [] : [tasks[index].number]
  }

  private func line(_ task: Task) -> String {
    "\t- " + (task.words + task.tags).joined(separator: " ") + "\n"
  }

  var text: String {
    (0..<4).map { project in
      "Project \(project):\n" + tasks.filter { $0.project == project }.map(line).joined()
    }.joined()
  }
}

/// The components of a feed by the number that their titles begin with.
private func components(_ feed: FeedReader) -> [Int: FeedComponent] {
  var found: [Int: FeedComponent] = [:]
  for component in feed.components {
    let number = feed.text(component.summary).prefix { $0 != " " }
    found[Int(number) ?? -1] = component
  }
  return found
}

@Test(arguments: [1, 2, 3] as [UInt64])
func aYearOfEditsKeepsEveryNameAndMovesNothingElse(seed: UInt64) throws {
  var person = Person(seed: seed)
  var feed = FeedReader(bytes: try export(person.text, keepsItems: false).feed.bytes)
  for run in 1...300 {
    let changed = person.edit()
    let next = FeedReader(
      bytes: try export(
        person.text, after: FeedMemory([feed]), modified: 1_764_000_000 + run * 100_000,
        keepsItems: false
      ).feed.bytes)
    let (old, new) = (components(feed), components(next))
    #expect(new.count == person.tasks.count)
    for task in person.tasks {
      guard let before = old[task.number], let after = new[task.number] else { continue }
      let isMoved = changed.contains(task.number)
      #expect(feed.text(before.uid) == next.text(after.uid), "run \(run), task \(task.number)")
      #expect(after.sequence == before.sequence + (isMoved ? 1 : 0), "run \(run)")
      #expect((feed.bytes[before.range] == next.bytes[after.range]) != isMoved, "run \(run)")
    }
    feed = next
  }
}
