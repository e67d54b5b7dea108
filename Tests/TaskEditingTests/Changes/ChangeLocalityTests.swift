import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import TestSupport
import Testing

/// The bytes of each line, with its ending.
private func lines(_ text: String) -> [String] {
  let document = TaskDocument(text)
  return document.lines.map { document.string($0.range) }
}

/// The number of equal lines at the beginning and at the end of two texts.
private func same(_ first: String, _ second: String) -> (before: Int, behind: Int) {
  let (one, other) = (lines(first), lines(second))
  let before = zip(one, other).prefix { $0 == $1 }.count
  let behind = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
  return (before, behind)
}

/// Calls `body` for each task of random files.
private func forEachTask(_ body: (_ text: String, _ line: Int) -> Void) {
  for seed in 0..<80 as Range<UInt64> {
    var generator = TaskTextGenerator(seed: seed)
    let document = TaskDocument(bytes: generator.file(lines: 10))
    for (number, line) in document.lines.enumerated() where line.kind == .task {
      body(document.text, number)
    }
  }
}

@Suite("A change touches the lines that it names, and no other") struct ChangeLocalityTests {
  @Test func oneLineDiffersWhereOneIsChanged() throws {
    let postponement = try Postponement(parsing: "2026-12-24 10:00", now: someNow, in: .utc)
    forEachTask { text, number in
      let line = LineRef(file: 0, line: number)
      let changes: [(inout TaskChanges) -> Void] = [
        { $0.close(line, with: Closing(.done, at: date("2026-12-05"))) },
        { $0.close(line, with: Closing(.cancelled, at: date("2026-12-05"))) },
        { $0.reopen(line) }, { $0.postpone(line, postponement) },
        { $0.tag(line, with: TagChanges(set: [Tag("x", payload: "1")], removed: ["a"])) },
        { $0.resolve(line) },
      ]
      for body in changes {
        let result = change(text) { body(&$0) }
        let count = lines(text).count
        #expect(lines(result.text).count == count)
        let same = same(text, result.text)
        #expect(same.before == count || same.before + same.behind == count - 1)
        #expect(same.before == count || same.before == number)
        #expect(result.changes.isEmpty == (result.text == text) || !result.faults.isEmpty)
      }
    }
  }

  @Test func noLineIsLostOrDoubledWhereOneMoves() {
    forEachTask { text, number in
      let line = LineRef(file: 0, line: number)
      let other = "Target:\n\t- x\n"
      let results = changeAll([text, other]) {
        $0.move(line, to: $0.place(in: LineRef(file: 1, line: 0), at: .end), words: "")
      }
      let before = lines(text + "\n" + other).map { $0.trimmingBlanks }.filter { !$0.isEmpty }
      let after = results.flatMap { lines($0.text) }.map { $0.trimmingBlanks }.filter {
        !$0.isEmpty
      }
      #expect(before.sorted() == after.sorted())
    }
  }
}

extension String {
  /// The text without its indent and its ending, which a move changes.
  fileprivate var trimmingBlanks: String {
    let document = TaskDocument(self)
    return document.lines.first.map { document.string($0.body) } ?? ""
  }
}
