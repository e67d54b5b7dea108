import CalendarFeeds
import ICalendar
import TestSupport
import Testing

/// A feed whose components are in the order of a person's lines.
private struct YearFeed {
  let reader: FeedReader
  let components: [Int: FeedComponent]
  let looks: [Int: YearPerson.Look]

  init(_ person: YearPerson, after last: YearFeed?, run: Int) throws {
    let memory = last.map { FeedMemory([$0.reader]) } ?? FeedMemory()
    let bytes = try export(
      person.text, after: memory, modified: 1_764_000_000 + run * 100_000, keepsItems: false
    ).feed.bytes
    reader = FeedReader(bytes: bytes)
    let tasks = person.projects.flatMap(\.lines).map(\.task)
    #expect(reader.components.count == tasks.count, "run \(run)")
    components = Dictionary(uniqueKeysWithValues: zip(tasks, reader.components))
    looks = person.looks
  }

  func uid(_ task: Int) -> String { components[task].map { reader.text($0.uid) } ?? "" }

  /// The bytes of a component, without its key if the task is a part.
  ///
  /// If its parent was moved, a part may get another key, and nothing else.
  func lines(_ task: Int) -> [ArraySlice<UInt8>] {
    let bytes = components[task].map { reader.bytes[$0.range] } ?? []
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard looks[task]?.parent != nil else { return lines }
    return lines.filter { !$0.starts(with: Array("X-DUECAL-KEY".utf8)) }
  }

  /// The content of a component; a part contains the UID of its parent, and not the parent's title.
  func reported(_ task: Int) -> [String] {
    (looks[task]?.texts ?? []) + [looks[task]?.parent.map(uid) ?? ""]
  }
}

/// The effect of one run on the tasks that stayed.
private struct YearRun {
  let old: YearFeed
  let new: YearFeed
  let run: Int

  func check() {
    let tasks = Dictionary(old.looks.keys.map { (old.uid($0), $0) }) { first, _ in first }
    for task in new.looks.keys where old.looks[task] != nil {
      let before = tasks[new.uid(task)] ?? -1
      #expect(isOne(task, before), "run \(run): \(old.reported(task)) became \(new.reported(task))")
      if old.looks[before] != nil { checkVersion(task, before) }
    }
    #expect(Set(new.looks.keys.map(new.uid)).count == new.looks.count, "run \(run)")
  }

  /// True if a task has its own UID, or that of a line that was equal to its own.
  ///
  /// Only the person can tell equal lines of one project apart: if they are swapped, nothing has changed. So either UID
  /// is right for two equal lines, and of a line and its copies one has the UID.
  private func isOne(_ task: Int, _ before: Int) -> Bool {
    task == before || old.looks[task]?.texts == old.looks[before]?.texts
      || new.looks.contains { $0.value == new.looks[task] && new.uid($0.key) == old.uid(task) }
  }

  private func checkVersion(_ task: Int, _ before: Int) {
    let isChanged = new.reported(task) != old.reported(before)
    let sequence = (old.components[before]?.sequence ?? 0) + (isChanged ? 1 : 0)
    #expect(new.components[task]?.sequence == sequence, "run \(run): \(new.reported(task))")
    let isSame = old.lines(before) == new.lines(task)
    #expect(isSame != isChanged, "run \(run): \(new.reported(task))")
  }
}

@Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
func aYearOfEditsKeepsEveryNameAndMovesNothingElse(seed: UInt64) throws {
  var person = YearPerson(seed: seed)
  var feed = try YearFeed(person, after: nil, run: 0)
  for run in 1...300 {
    person.edit()
    let next = try YearFeed(person, after: feed, run: run)
    YearRun(old: feed, new: next, run: run).check()
    feed = next
  }
}
