import CalendarImports
import CompactDictionary
import ExactText
import Foundation
import ImportCycles
import LineState
import TaskBridge
import TaskDates
import TaskText
import Testing

@Suite("The state of imports")
struct StateTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("duecal-state-\(UUID().uuidString)")

  private func state() throws -> LineRegistry {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return try LineRegistry(path: folder.appendingPathComponent("state.sqlite").path)
  }

  private let pair = LineRegistry.Pair(file: "/in", source: "/a.ics")

  @Test func isWhatWasSaved() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = calendar(
      todo("DESCRIPTION:one\\n\\ntwo", title: "water the plants"), todo("", uid: "2", title: "b"),
      todo("", uid: "3", title: "c"))
    var memory = try imported(input).memory
    try state().save([(pair, memory)], at: 0)
    #expect(try state().memory(of: pair) == memory)
    let edited = "- water the plants now @x\n\tmine\n- c\n"
    let plan = ImportPlan(
      [input], into: [taskFile(edited)], after: memory, options: try importOptions())
    #expect(plan.memory.items.values.contains { $0.agreed != nil })
    #expect(plan.memory.items.values.contains { $0.place == nil })
    memory = plan.memory
    try state().save([(pair, memory)], at: 1)
    #expect(try state().memory(of: pair) == memory)
    #expect(try state().pairs(withLinesIn: "inbox.taskpaper") == [pair])
    #expect(try state().pairs(of: "/in") == [pair])
  }

  @Test func forgetsWhatIsNotSavedAgain() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let memory = try imported(calendar(todo(""), todo("", uid: "2"))).memory
    let less = try imported(calendar(todo(""))).memory
    let state = try state()
    try state.save([(pair, memory)], at: 0)
    try state.save([(pair, less)], at: 1)
    #expect(try state.memory(of: pair) == less)
    #expect(try state.memory(of: LineRegistry.Pair(file: "/in", source: "/b.ics")).isEmpty)
  }

  @Test func isTheSameWhateverIsInMemoryAnyway() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = calendar(todo("", title: "a"), todo("", uid: "2", title: "b"))
    let memory = try imported(input).memory
    let state = try state()
    try state.save([(pair, memory)], at: 0)
    let own = try #require(memory.components["2"])
    func components(_ all: KeyValuePairs<String, ArraySlice<UInt8>>) -> ItemComponents {
      all.reduce(into: [:]) { $0[$1.key] = $1.value }
    }
    let all = [
      [input].components, components(["2": own]), components(["2": own.dropLast()]),
      components(["2": [], "3": own]), components(["3": own]),
    ]
    for known in all {
      for text in memory.texts.values {
        let texts = memory.texts.mapValues { _ in text + [0x0A] }
        #expect(try state.memory(of: pair, sharing: known, texts: texts) == memory)
        #expect(try state.memory(of: pair, sharing: known, texts: memory.texts) == memory)
      }
    }
  }

  @Test func keepsWhatIsSavedOverSomethingElse() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = try state()
    for titles in [["a", "b", "c"], ["a", "b", "c"], ["a", "x", "c", "d"], ["d", "a"], []] {
      let todos = titles.map { todo("", uid: "\($0 == "x" ? "b" : $0)", title: $0) }
      let memory = try imported(calendar(todos.joined(separator: "\n"))).memory
      try state.save([(pair, memory)], at: 0)
      #expect(try state.memory(of: pair) == memory)
    }
  }

  @Test func keepsTheTextsOfSeveralFiles() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = try state()
    let write = PlannedWrite(file: "/in", before: "00", after: "11")
    var memory = try imported(calendar(todo(""))).memory
    func texts(_ all: [String: String]) -> ExactDictionary<[UInt8]> {
      ExactDictionary(all.map { ($0, Array($1.utf8)) }) { first, _ in first }
    }
    memory.texts.merge(texts(["same": "a", "changed": "b", "gone": "c"])) { first, _ in first }
    try state.save([(pair, memory)], at: 0)
    let before = memory
    memory.texts["gone"] = nil
    memory.texts.merge(texts(["changed": "b2", "new": "d"])) { $1 }
    try state.prepare([(pair, memory)], at: 1, run: 1, writing: [write])
    #expect(try state.memory(of: pair) == memory)
    try state.takeBack()
    #expect(try state.memory(of: pair) == before)
    try state.save([(pair, memory)], at: 1)
    #expect(try state.memory(of: pair) == memory)
  }

  @Test func keepsTheNotesOfAFeed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = try state()
    var old = FeedNotes()
    for lines in [["a", "b"], ["a", "b", "c"], ["a", "x"], ["x"], []] {
      let items = lines.enumerated().map { number, line in
        let item = FeedNotes.Item(
          title: line, line: "- \(line)", path: ["P", "Q"], key: "k", file: "f", calendar: nil)
        return ([UInt8(number)], item)
      }
      let notes = FeedNotes(selection: "s", items: Dictionary(uniqueKeysWithValues: items))
      try state.save(notes, ofFeed: "/feed.ics", after: old)
      old = try state.notes(ofFeed: "/feed.ics")
      #expect(old == notes)
    }
  }

  @Test func isTheSameAfterManyImports() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
    var cycle = ImportCycle(seed: 7, tasks: 40, items: 80, zone: zone)
    let state = try state()
    for _ in 0..<8 {
      cycle.run(edits: 10, changes: 10)
      try state.save([(pair, cycle.memory)], at: 0)
      let kept = try state.memory(of: pair)
      #expect(kept == cycle.memory)
      cycle.memory = kept
    }
    #expect(cycle.score.faults == [] && cycle.score.doubled == 0 && cycle.score.restless == 0)
  }

  @Test func followsLinesThroughAnImportFromAnotherCalendar() throws {
    let first = try imported(calendar(todo("", title: "x"), todo("", uid: "2", title: "y")))
    let other = try imported(calendar(todo("", uid: "9", title: "z")), into: first.text) {
      $0.project = ["New"]
    }
    let memory = first.memory.rebased(on: other.plan.files)
    #expect(memory.texts["inbox.taskpaper"] == Array(other.text.utf8))
    let again = try imported(
      calendar(todo("PRIORITY:1", title: "x"), todo("", uid: "2", title: "y")), into: other.text,
      after: memory)
    #expect(again.text == "- x @priority(1)\n- y\nNew:\n\t- z\n")
  }

  @Test func knowsTheTextsOfFilesWithoutLinesNowAndWithNewOnes() throws {
    let memory = try imported(calendar(todo("", title: "water the plants"))).memory
    let files = [taskFile(""), taskFile("- water the plants\n", "other.taskpaper")]
    let reader = try importOptions().reader
    let removed = memory.following([files[0]], reader: reader)
    #expect(removed.texts["inbox.taskpaper"] == [])
    let moved = memory.following(files, reader: reader)
    #expect(moved.texts["inbox.taskpaper"] == [])
    #expect(moved.texts["other.taskpaper"] == Array("- water the plants\n".utf8))
  }
}
