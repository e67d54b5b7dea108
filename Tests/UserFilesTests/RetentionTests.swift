import Testing

@testable import UserFiles

@Suite("Which old versions stay")
struct RetentionTests {
  /// A random history of edits, in the form of an index.
  private func history(_ count: Int, _ random: inout some RandomNumberGenerator) -> BackupIndex {
    var time = 1_700_000_000
    var text = ""
    for number in 1...count {
      time += [1, 60, 3600, 40_000, 200_000].randomElement(using: &random) ?? 1
      let content = { (number: Int) in BackedUpEdit.Content(Array("\(number)".utf8)) }
      let edit = BackedUpEdit(
        number: number, run: number, time: time, command: "test",
        path: "/\(Int.random(in: 0..<3, using: &random))", before: content(number - 1),
        after: content(number), method: .exchanged)
      text += edit.line + edit.doneLine
    }
    return BackupIndex(Array(text.utf8))
  }

  private func edit(_ number: Int, _ run: Int) -> BackedUpEdit {
    let content = { (number: Int) in BackedUpEdit.Content(Array("\(number)".utf8)) }
    return BackedUpEdit(
      number: number, run: run, time: 1_700_000_000, command: "test", path: "/a",
      before: content(number - 1), after: content(number), method: .exchanged)
  }

  @Test func aRunWithoutSomeOfItsVersionsIsThinnedButNotForAFileThatHasThemAll() {
    let text = edit(1, 1).line + edit(1, 1).doneLine + BackupIndex.thinnedLine(1)
    let history = EditHistory(BackupIndex(Array(text.utf8)))
    #expect(history.replay.runs.map(\.isThinned) == [true])
    #expect(history.of(edit(1, 1).name).replay.runs.map(\.isThinned) == [false])
  }

  @Test func aRunWithoutAnyOfItsVersionsHasStillWrittenItsFile() throws {
    let editing = try Editing()
    for number in 1...80 {
      let run = editing.run(at: Editing.time + number * 60)
      _ = try run.edit(editing.path) { $0.bytes + [0x0A] }
    }
    _ = try editing.run(at: Editing.time + 100 * 86_400).edit(editing.path) { $0.bytes + [0x0A] }
    #expect(try editing.backups.edits().first?.run != 1)
    #expect(try editing.backups.wrote(1) && !editing.backups.wrote(90))
    #expect(try editing.backups.history().replay.runs.allSatisfy { !$0.isThinned })
  }

  @Test func theNumberOfAnEditAndOfARunIsAtLeastOne() {
    for (number, run) in [(0, 1), (1, 0)] {
      let index = BackupIndex(Array((edit(1, 1).line + edit(number, run).line).utf8))
      #expect(index.damaged == [2])
    }
  }

  @Test func keepsWhatIsPromisedInRandomHistories() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let index = history(Int.random(in: 1...150, using: &random), &random)
      let now = (index.done.last?.time ?? 0) + Int.random(in: 0...100_000, using: &random)
      for limit in [0, 5_000, Backups.usualLimit] {
        check(Retention(limit: limit, now: now).kept(of: index), of: index, limit, now)
      }
    }
  }

  private func check(_ kept: [BackedUpEdit], of index: BackupIndex, _ limit: Int, _ now: Int) {
    let numbers = Set(kept.map(\.number))
    #expect(kept.map(\.number) == numbers.sorted())
    for edits in Dictionary(grouping: index.done, by: \.name).values {
      #expect(edits.suffix(Backups.count).allSatisfy { numbers.contains($0.number) })
      guard limit == Backups.usualLimit else { continue }
      #expect(edits.allSatisfy { now - $0.time > 3600 || numbers.contains($0.number) })
      let days = Dictionary(grouping: edits) { $0.time / 86_400 }
      #expect(days.values.allSatisfy { day in day.contains { numbers.contains($0.number) } })
      let old = edits.dropLast(Backups.count).filter { now - $0.time > 86_400 }
      let left = Dictionary(grouping: old.filter { numbers.contains($0.number) }) {
        $0.time / 86_400
      }
      #expect(left.values.allSatisfy { $0.count == 1 })
    }
    let again = Retention(limit: limit, now: now).kept(
      of: BackupIndex(Array(kept.map { $0.line + $0.doneLine }.joined().utf8)))
    #expect(again == kept)
  }

  /// A history of one file with an edit each day, each version of 1,000 bytes.
  private func daily(_ count: Int) -> BackupIndex {
    let content = { (number: Int) in
      BackedUpEdit.Content(Array(String(number + 100_000).utf8) + [UInt8](repeating: 0, count: 994))
    }
    let lines = (1...count).map { number in
      let edit = BackedUpEdit(
        number: number, run: number, time: 1_700_000_000 + number * 86_400, command: "test",
        path: "/a", before: content(number - 1), after: content(number), method: .exchanged)
      return edit.line + edit.doneLine
    }
    return BackupIndex(Array(lines.joined().utf8))
  }

  @Test(arguments: [0, 10_000, 25_000, 35_000, 50_000, 80_000])
  func theLimitIsForAllVersionsTogetherAndTheLastTwentyStay(limit: Int) {
    let index = daily(60)
    let now = index.done.last?.time ?? 0
    let kept = Retention(limit: limit, now: now).kept(of: index)
    let versions = Set(kept.flatMap { [$0.before, $0.after] })
    let size = kept.reduce(versions.count * 1000) { $0 + $1.line.utf8.count }
    #expect(kept == Array(index.done.suffix(kept.count)))
    #expect(kept.count == Backups.count || (kept.count > Backups.count && size <= limit))
    #expect(kept.count == index.done.count || size + 1500 > limit, "one more would fit")
  }

  @Test func dropsTheOldestWhereTheyAreTooLarge() {
    var random = SystemRandomNumberGenerator()
    let index = history(150, &random)
    let now = index.done.last?.time ?? 0
    let all = Retention(limit: .max, now: now).kept(of: index)
    let few = Retention(limit: 0, now: now).kept(of: index)
    #expect(few.count < all.count && few.count <= 3 * Backups.count)
  }
}
