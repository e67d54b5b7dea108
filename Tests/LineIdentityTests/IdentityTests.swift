import LineIdentity
import TaskBridge
import Testing

private let shopping = """
  a/Home:
  call the plumber @due(2024-05-01)
  buy milk
  write to Ann
  \tfind her address
  a/Work:
  send the report @due(2024-05-02)
  b/Garden:
  water the roses
  cut the hedge
  """

/// The match of each line in `new`, as its old title.
private func titles(_ old: String, _ new: String) -> [String?] {
  let before = snapshot(old)
  return Identity.match(old: before, new: snapshot(new)).map { $0.map { before[$0].title } }
}

/// Expects that every line is matched with the one in its place in `lines`, after one edit of `shopping`.
private func expect(
  _ edit: (String) -> String, _ lines: [Int?], sourceLocation: SourceLocation = #_sourceLocation
) {
  let match = Identity.match(old: snapshot(shopping), new: snapshot(edit(shopping)))
  #expect(match == lines, sourceLocation: sourceLocation)
}

private func replacing(_ old: String, _ new: String) -> (String) -> String {
  { text in
    guard let range = text.firstRange(of: old) else { return text }
    return text.replacingCharacters(in: range, with: new)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}

@Suite struct OneEdit {
  private let all: [Int?] = [0, 1, 2, 3, 4, 5, 6]

  @Test func aRetypedWordIsTheSameItem() { expect(replacing("plumber", "dentist"), all) }

  @Test func aSeriesWhoseExceptionsChangeStaysItself() {
    let old = "water @due(1) @repeat(weekly)\nwater @due(2) @repeat(weekly)"
    let new = """
      water @due(9)
      water @due(1) @repeat(weekly) @except(8)
      water @due(8)
      water @due(2) @repeat(weekly) @except(9)
      """
    #expect(Identity.match(old: snapshot(old), new: snapshot(new)) == [nil, 0, nil, 1])
  }

  @Test func aTypoIsTheSameItem() { expect(replacing("hedge", "hegde"), all) }

  @Test func aTitleThatIsAllNewInItsPlaceIsTheSameItem() {
    expect(replacing("buy milk", "clean shoes"), all)
  }

  @Test func aMovedLineIsTheSameItem() {
    expect({ replacing("water the roses\n", "")($0) + "\nwater the roses" }, [0, 1, 2, 3, 4, 6, 5])
  }

  @Test func aLineInAnotherFileIsTheSameItem() {
    expect({ replacing("buy milk\n", "")($0) + "\nbuy milk" }, [0, 2, 3, 4, 5, 6, 1])
  }

  @Test func aLineThatWasMovedAndRetypedIsTheSameItem() {
    let line = "send the report @due(2024-05-02)"
    expect(
      { replacing("\n" + line, "")($0) + "\nsend the reports @due(2024-05-02)" },
      [0, 1, 2, 3, 5, 6, 4])
  }

  @Test func aSplitLineIsItsFirstPart() {
    expect(
      replacing(
        "send the report @due(2024-05-02)", "send @due(2024-05-02)\nthe report @due(2024-05-02)"),
      [0, 1, 2, 3, nil, 4, 5, 6])
  }

  @Test func aRenamedProjectKeepsItsItems() { expect(replacing("Home", "House and yard"), all) }

  @Test func anIndentedLineIsTheSameItem() { expect(replacing("\nwrite", "\n\twrite"), all) }

  @Test func aRetaggedLineIsTheSameItem() { expect(replacing("05-02)", "06-30) @late"), all) }

  @Test func aDoneLineIsTheSameItem() { expect(replacing("milk", "milk @done(2024-05-01)"), all) }

  @Test func aLineInsertedIsNew() {
    expect(replacing("buy milk", "buy milk\nbuy eggs"), [0, 1, nil, 2, 3, 4, 5, 6])
  }

  @Test func aLineDeletedIsGone() { expect(replacing("buy milk\n", ""), [0, 2, 3, 4, 5, 6]) }
}

@Suite struct Recognition {
  @Test func aSortedProjectKeepsItsItems() {
    #expect(
      titles("a/P:\npaint\ncall @low\nmend\n\tbuy glue", "a/P:\ncall @low\nmend\n\tbuy glue\npaint")
        == ["call", "mend", "buy glue", "paint"])
  }

  @Test func twinsThatAreSwappedDidNotChange() {
    let twins = snapshot("a/P:\ncall Ann\nbuy milk\ncall Ann")
    #expect(Identity.match(old: twins, new: twins) == [0, 1, 2])
  }

  @Test func aTwinInsertedBelowIsTheNewOne() {
    let old = snapshot("a/P:\nx y\ncall Ann\nbuy milk")
    let new = snapshot("a/P:\nx y\ncall Ann\ncall Ann\nbuy milk")
    #expect(Identity.match(old: old, new: new) == [0, 1, nil, 2])
  }

  @Test func ofTwinsTheOneWhoseNeighboursStayKeepsItsName() {
    let old = snapshot("a/P:\none\ncall Ann\ntwo\nthree\ncall Ann\nfour")
    let new = snapshot("a/P:\none\ntwo\nthree\ncall Ann\nfour")
    #expect(Identity.match(old: old, new: new) == [0, 2, 3, 4, 5])
  }

  @Test func aRenamedFileKeepsItsTwins() {
    #expect(
      Identity.match(
        old: snapshot("a/P:\none\ncall Ann\ntwo\ncall Ann"),
        new: snapshot("b/P:\none\ncall Ann\ntwo\ncall Ann\ncall Ann")) == [0, 1, 2, 3, nil])
  }

  @Test func aTwinIsKnownByItsParts() {
    let old = snapshot("a/P:\npack\n\tshoes\npack\n\tbooks")
    let new = snapshot("a/P:\npack\n\tbooks\npack\n\tshoes")
    #expect(Identity.match(old: old, new: new) == [2, 3, 0, 1])
  }

  @Test func aNewLineWithOtherWordsAndTagsTakesNoNameOfADeletedOne() {
    #expect(
      titles("a/P:\none\nbuy milk @low\ntwo", "a/P:\none\ncall the dentist @due(2024-05-01)\ntwo")
        == ["one", nil, "two"])
  }

  @Test func aLineRetypedBelowTheSameLineAsBeforeIsTheSameItem() {
    #expect(
      titles(
        "a/P:\none\ncall the plumber\ntwo\nthree", "a/P:\ntwo\nthree\none\nring the plumber")
        == ["two", "three", "one", "call the plumber"])
  }

  @Test func aCommonTitleWithAnotherDateInAnotherFileIsNew() {
    let old = snapshot("a/P:\none\nbuy milk @due(2024-05-01)\ntwo\nb/Q:\nbuy milk\nthree")
    let new = snapshot(
      "a/P:\none\ntwo\nb/Q:\nbuy milk\nthree\nc/R:\nbuy milk @due(2024-06-01)")
    #expect(Identity.match(old: old, new: new) == [0, 2, 3, 4, nil])
  }

  @Test func aChineseTitleThatWasRetypedAndMovedIsTheSameItem() {
    #expect(
      titles("a/P:\n给李医生打电话预约时间\n买牛奶\nb/Q:\n修理自行车", "a/P:\n买牛奶\nb/Q:\n修理自行车\n给王医生打电话预约时间")
        == ["买牛奶", "修理自行车", "给李医生打电话预约时间"])
  }

  @Test func whatAnAccentIsMadeOfIsNoDifference() {
    #expect(titles("a/P:\ncaf\u{E9}", "b/Q:\ncafe\u{301}") == ["caf\u{E9}"])
  }

  @Test func titlesOfSignsAreDistinguished() {
    #expect(titles("a/P:\n!!!\n???\n…", "b/Q:\n…\n!!!\n???") == ["…", "!!!", "???"])
  }

  @Test func emptySnapshotsHaveNothingInCommon() {
    #expect(Identity.match(old: [], new: []) == [])
    #expect(Identity.match(old: [], new: snapshot("a/P:\nx")) == [nil])
    #expect(Identity.match(old: snapshot("a/P:\nx"), new: []) == [])
  }

  @Test func aParentThatCannotBeIsNone() {
    var traces = snapshot("a/P:\none\ntwo")
    traces[0].parent = 7
    traces[1].parent = 1
    #expect(Identity.match(old: traces, new: traces) == [0, 1])
  }
}

@Suite struct ExplicitUIDs {
  @Test func theUIDOfALineWins() {
    let old = snapshot("a/P:\ncall Ann @uid(1)\nbuy milk @uid(2)")
    let new = snapshot("a/P:\ncall Ann @uid(2)\nbuy milk @uid(1)")
    #expect(Identity.match(old: old, new: new) == [1, 0])
  }

  @Test func aUIDThatAnItemWasGivenIsFoundWhenALineHasIt() {
    var old = snapshot("a/P:\ncall Ann\nbuy milk")
    old[1].id = "given"
    #expect(Identity.match(old: old, new: snapshot("b/Q:\nmend shoes @uid(given)")) == [1])
  }

  @Test func aSecondLineWithTheSameUIDIsNew() {
    let old = snapshot("a/P:\ncall Ann @uid(1)\nbuy milk")
    let new = snapshot("a/P:\ncall Bob @uid(1)\ncall Ann @uid(1)\nbuy milk")
    #expect(Identity.match(old: old, new: new) == [0, nil, 1])
  }

  @Test func linesWithDifferentUIDsAreTwo() {
    let old = snapshot("a/P:\ncall Ann @uid(1)")
    #expect(Identity.match(old: old, new: snapshot("a/P:\ncall Ann @uid(2)")) == [nil])
  }

  @Test func aLineThatGotOrLostItsUIDIsTheSameItem() {
    let (plain, named) = (snapshot("a/P:\ncall Ann"), snapshot("a/P:\ncall Ann @uid(1)"))
    #expect(Identity.match(old: plain, new: named) == [0])
    #expect(Identity.match(old: named, new: plain) == [0])
  }
}
