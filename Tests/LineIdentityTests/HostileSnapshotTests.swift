import LineIdentity
import Testing

/// A snapshot of one file, line by line.
private func lines(
  _ count: Int, file: String = "a", tag: ((Int) -> String)? = nil, title: (Int) -> String
) -> [ItemTrace] {
  (0..<count).map { line in
    ItemTrace(title: title(line), tags: tag.map { [$0(line)] } ?? [], file: file)
  }
}

/// Outlines for which a naive comparison takes minutes.
///
/// They must be matched in time, and twins must keep their order.
@Suite struct HostileSnapshots {
  private let count = 5_000

  @Test func twinsOfWhichOneIsGone() {
    let match = Identity.match(
      old: lines(count) { _ in "x" }, new: lines(count - 1, file: "b") { _ in "x" })
    #expect(match == (0..<count - 1).map { $0 })
  }

  @Test func twinsThatWereAllRetyped() {
    let match = Identity.match(
      old: lines(count) { _ in "buy milk" }, new: lines(count + 1) { _ in "buy milks" })
    #expect(match == (0..<count).map { $0 } + [nil])
  }

  @Test func twinsWithTagsThatAllChanged() {
    let match = Identity.match(
      old: lines(count, tag: { "@due(\($0))" }) { _ in "buy milk" },
      new: lines(count, tag: { "@on(\($0))" }) { _ in "buy milk" })
    #expect(match == (0..<count).map { $0 })
  }

  @Test func linesThatAreAllAlikeAndAllRetypedAndMixed() {
    let match = Identity.match(
      old: lines(count) { "task item number \($0) alpha" },
      new: lines(count) { "task itm number \($0 * 1_009 % 5_000) beta" })
    let given = match.compactMap { $0 }
    #expect(Set(given).count == given.count)
  }

  @Test func aLineThatIsAPartOfTheOneAboveAndSoOn() {
    var deep = lines(count) { _ in "x" }
    for line in 1..<count { deep[line].parent = line - 1 }
    #expect(Identity.match(old: deep, new: deep) == (0..<count).map { $0 })
  }

  @Test func titlesAndTagsWithoutEnd() {
    let old = ItemTrace(
      title: String(repeating: "ab c ", count: 100_000), tags: (0..<5_000).map { "@t\($0)" })
    var new = old
    new.title += "d"
    new.tags.removeFirst()
    #expect(Identity.match(old: [old], new: [new]) == [0])
  }
}
