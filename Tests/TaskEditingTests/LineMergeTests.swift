import CalendarItems
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import TestSupport
import Testing

private let reader = LineFieldReader { _ in nil }

/// The fields of a line, with values that two people may change.
private struct LineValues: Equatable {
  var title = "call Ann"
  var due: Int? = 3
  var priority: Int?
  var location: String?
  var repeats: String?
  var words: Set<String> = []
  var reminds: Set<String> = []

  /// The line as a calendar writes it.
  var line: String { "- \(title)" + tags("due", "location", "repeat").joined() }

  /// The line in the spelling of a person: other names, other spellings, another order.
  var spelled: String {
    "- \(title)" + tags("deadline", "at", "every", spellsShort: true).reversed().joined() + "  "
  }

  private func tags(
    _ dueName: String, _ placeName: String, _ ruleName: String, spellsShort: Bool = false
  ) -> [String] {
    var tags: [String] = []
    if let due { tags.append(" @\(dueName)(2024-12-\(spellsShort || due > 9 ? "" : "0")\(due))") }
    tags += reminds.sorted().map { " @remind(\($0))" }
    if let priority { tags.append(" @priority(\(priority))") }
    if let location { tags.append(" @\(placeName)(\(location))") }
    if let repeats { tags.append(" @\(ruleName)(\(repeats))") }
    return tags + words.sorted().map { " @\($0)" }
  }

  /// The fields with a single value.
  static let fields = ["title", "due", "priority", "location", "repeat"]

  subscript(field: String) -> String {
    switch field {
    case "title": title
    case "due": "\(due ?? 0)"
    case "priority": "\(priority ?? 0)"
    case "location": location ?? ""
    default: repeats ?? ""
    }
  }

  mutating func take(_ field: String, from other: LineValues) {
    switch field {
    case "title": title = other.title
    case "due": due = other.due
    case "priority": priority = other.priority
    case "location": location = other.location
    case "repeat": repeats = other.repeats
    default: break
    }
  }

  mutating func change(_ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0...6, using: &random) {
      case 0:
        title =
          ["call Ann", "call Anne", "mail Ann", "fetch Ann"].randomElement(using: &random) ?? ""
      case 1: due = [nil, 3, 4, 12].randomElement(using: &random) ?? nil
      case 2: priority = [nil, 1, 5].randomElement(using: &random) ?? nil
      case 3: location = [nil, "Home", "Room 1 \\(left\\)"].randomElement(using: &random) ?? nil
      case 4: repeats = [nil, "daily", "weekly"].randomElement(using: &random) ?? nil
      case 5: words.formSymmetricDifference([["x", "y", "z"].randomElement(using: &random) ?? ""])
      default:
        reminds.formSymmetricDifference([["15m", "1h", "1d"].randomElement(using: &random) ?? ""])
      }
    }
  }
}

/// Some lines as a calendar and as a person changed them.
private struct Sides {
  var then = LineValues()
  var now: LineValues
  var mine: LineValues

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    then.change(&random)
    then.change(&random)
    now = then
    mine = then
    now.change(&random)
    mine.change(&random)
  }

  /// The expected result of the merge.
  var merged: LineValues {
    var merged = mine
    for field in LineValues.fields where mine[field] == then[field] {
      merged.take(field, from: now)
    }
    merged.words = mine.words.union(now.words.subtracting(then.words))
      .subtracting(then.words.subtracting(now.words))
    merged.reminds = mine.reminds.union(now.reminds.subtracting(then.reminds))
      .subtracting(then.reminds.subtracting(now.reminds))
    return merged
  }

  /// The fields that both changed to different values.
  var contested: Set<String> {
    Set(
      LineValues.fields.filter { field in
        now[field] != then[field] && mine[field] != then[field] && mine[field] != now[field]
      })
  }
}

/// The meaning of lines, regardless of their spelling.
private func meaning(_ line: String) -> Set<String> {
  let tags = line.split(separator: "@").map { String($0).trimmingEnd }
  return Set(tags.dropFirst().map { $0.canonical }).union(tags.first.map { [$0] } ?? [])
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// A tag with its main name, and its date in the form in which it is printed.
  fileprivate var canonical: String {
    let names = ["deadline": "due", "at": "location", "every": "repeat"]
    guard let open = firstIndex(of: "(") else { return self }
    let name = String(self[..<open])
    let payload = String(self[index(after: open)...].dropLast())
    let text =
      (try? DatePayload(parsing: payload)).map { DatePayload($0.value).description } ?? payload
    return "\(names[name] ?? name)(\(text))"
  }
}

@Suite("A line that a calendar and a person change")
struct LineMergeTests {
  @Test func takesWhatOnlyTheCalendarChangedAndKeepsThePersonsRest() {
    for seed in 0..<4000 as Range<UInt64> {
      let sides = Sides(seed: seed)
      let merge = LineMerge(
        sides.then.line, then: sides.then.line, now: sides.now.line, mine: sides.mine.line,
        reader: reader)
      #expect(meaning(merge.body) == meaning(sides.merged.line), "seed \(seed)")
      #expect(Set(merge.conflicts.map(\.field)) == sides.contested, "seed \(seed)")
    }
  }

  @Test func keepsThePersonsNamesAndSpellings() {
    for seed in 0..<4000 as Range<UInt64> {
      let sides = Sides(seed: seed)
      let merge = LineMerge(
        sides.then.line, then: sides.then.line, now: sides.now.line, mine: sides.mine.spelled,
        reader: reader)
      #expect(meaning(merge.body) == meaning(sides.merged.line), "seed \(seed): \(merge.body)")
      if let due = sides.mine.due, due < 10, sides.merged.due != nil {
        #expect(merge.body.contains("@deadline(2024-12-\(sides.merged.due ?? 0))"), "seed \(seed)")
      }
      if sides.mine.location != nil, sides.merged.location != nil {
        #expect(merge.body.contains("@at("), "seed \(seed)")
      }
    }
  }

  @Test func staysByteForByteWhereTheCalendarChangedNothing() {
    for seed in 0..<1000 as Range<UInt64> {
      let sides = Sides(seed: seed)
      for now in [sides.then.line, sides.mine.line] {
        let merge = LineMerge(
          sides.then.line, then: sides.then.line, now: now, mine: sides.mine.spelled, reader: reader
        )
        #expect(merge.body == sides.mine.spelled, "seed \(seed)")
        #expect(merge.changed == [] && merge.conflicts == [])
      }
    }
  }

  @Test func isThatOfTheCalendarWhereThePersonChangedNothing() {
    for seed in 0..<1000 as Range<UInt64> {
      let sides = Sides(seed: seed)
      let merge = LineMerge(
        sides.then.line, then: sides.then.line, now: sides.now.line, mine: sides.then.line,
        reader: reader)
      #expect(meaning(merge.body) == meaning(sides.now.line), "seed \(seed)")
      #expect(merge.conflicts == [])
    }
  }

  @Test(arguments: [
    ("@remind(24h)", "@remind(1d)"), ("@remind(1w)", "@remind(6d24h)"),
    ("@remind(+48h)", "@remind(+2d)"), ("@estimate(24h)", "@estimate(1d)"),
  ])
  func keepsALengthThatComesBackInAnotherForm(old: String, new: String) {
    let (then, now) = ("- a @due(2026-12-01 09:00) \(old)", "- a @due(2026-12-02 09:00) \(new)")
    let merge = LineMerge(then, then: then, now: now, mine: then, reader: reader)
    #expect(merge.body == "- a @due(2026-12-02 09:00) \(old)")
    #expect(merge.changed == ["due"])
    let other = now.replacing(new, with: "@remind(5m)")
    #expect(
      LineMerge(then, then: then, now: other, mine: then, reader: reader).body.contains(
        "@remind(5m)"))
  }

  @Test func takesAnExceptionIntoTheListThatIsThere() {
    let line = "- a @due(2024-12-03) @repeat(daily) @except(2024-12-05)"
    let now = "- a @due(2024-12-03) @repeat(daily) @except(2024-12-05, 2024-12-07)"
    #expect(LineMerge(line, then: line, now: now, mine: line, reader: reader).body == now)
    #expect(
      LineMerge(now, then: now, now: line, mine: now + " @x", reader: reader).body == line + " @x")
  }

  @Test func takesAWordIntoTheListThatIsThere() {
    let line = "- a @tags(Home Office)"
    let now = "- a @tags(Home Office, R&D) @x"
    #expect(LineMerge(line, then: line, now: now, mine: line, reader: reader).body == now)
    #expect(
      LineMerge(now, then: now, now: "- a", mine: now + " @mine", reader: reader).body
        == "- a @mine")
  }

  @Test func keepsATimeOnItsOwnClockWhereOnlyThePersonMovedIt() {
    let then = "- a @due(2024-12-03 15:00)"
    let now = "- a @due(2024-12-03 15:00) @tz(Asia/Tokyo)"
    let mine = "- a @due(2024-12-03 16:00)"
    let merge = LineMerge(then, then: then, now: now, mine: mine, reader: reader)
    #expect(merge.body == mine && merge.conflicts.map(\.field) == ["tz"])
  }

  @Test func staysDone() {
    let (then, mine) = ("- a", "- a @done(2024-12-01)")
    let now = "- a @done(2024-12-02 10:00)"
    let merge = LineMerge(then, then: then, now: now, mine: mine, reader: reader)
    #expect(merge.body == mine && merge.conflicts == [])
    #expect(LineMerge(now, then: now, now: then, mine: mine, reader: reader).body == mine)
  }

  @Test(arguments: [
    (TaskDialect.markdown, "- [ ] a", "- [x] a @done"), (.plainTasks, "☐ a", "✔ a @done"),
    (.taskPaper, "- a", "- a @done"), (.markdown, "- [x] a @done", "- [ ] a"),
    (.markdown, "- [x] a", "- [ ] a"), (.markdown, "- [ ] a", "- [-] a @cancelled"),
  ])
  func hasTheStateInItsBullet(dialect: TaskDialect, before: String, after: String) {
    let wasDone = before.contains("x")
    let now = after.contains("cancelled") ? "- a @cancelled" : wasDone ? "- a" : "- a @done"
    let merge = LineMerge(
      before, then: wasDone ? "- a @done" : "- a", now: now, mine: before, reader: reader,
      dialect: dialect)
    #expect(merge.body == after && merge.conflicts == [] && !merge.changed.isEmpty)
  }

  @Test func keepsABulletThatThePersonChanged() {
    let merge = LineMerge(
      "- [x] a", then: "- a @done", now: "- a", mine: "- [-] a", reader: reader, dialect: .markdown)
    #expect(merge.body == "- [-] a")
  }
}

@Suite("Notes that a calendar and a person change")
struct NotesMergeTests {
  @Test(arguments: [
    (["a"], ["a"], ["a", "mine"], NotesMerge.Outcome.keep), (["a"], ["b"], ["a"], .replace(["b"])),
    (["a"], ["a", "b"], ["mine", "a"], .replace(["mine", "a", "b"])),
    (["a"], ["b", "a"], ["a", "mine"], .replace(["b", "a", "mine"])),
    (["a"], ["b"], ["a", "mine"], .conflict), (["a"], ["b"], ["b"], .keep),
    (["a"], [], ["a"], .replace([])), ([], ["b"], ["mine"], .replace(["mine", "b"])),
    (["a"], [], [], .keep), (["a"], ["a", "b"], [], .replace(["b"])),
  ])
  func areMerged(then: [String], now: [String], mine: [String], outcome: NotesMerge.Outcome) {
    let notes = NotesMerge(from: then, to: now)
    #expect(notes.merged(into: mine, since: then, under: .importing) == outcome)
  }
}
