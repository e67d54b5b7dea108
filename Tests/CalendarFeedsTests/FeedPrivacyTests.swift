import CalendarFeeds
import ICalendar
import TaskBridge
import Testing

private let work = """
  Outer:
  \tWork: @client(Acme)
  \t\tSalary talk
  \t\t- Call Bob @due(2026-12-01) @start(2026-11-30) @phone
  \t\t- Fire Tom @due(2026-12-02)

  """

@Suite("A feed publishes what was chosen")
struct FeedPrivacyTests {
  private func memory(_ exported: Exported) -> FeedMemory {
    FeedMemory([FeedReader(bytes: exported.feed.bytes)], noting: exported.feed.notes)
  }

  @Test func aFeedOfAllToDosCarriesItsHintsAndNotesNothing() throws {
    let all = try export(work)
    #expect(all.values(of: "X-DUECAL-LINE").count == 2)
    #expect(all.feed.notes.isEmpty)
  }

  @Test func aFilterLeavesNoWordOfOtherLines() throws {
    let part = try export(work) { $0.tags = ["phone"] }
    let text = String(decoding: part.feed.bytes, as: UTF8.self)
    #expect(part.values(of: "SUMMARY") == ["Call Bob"])
    #expect(part.values(of: "CATEGORIES") == ["phone,Work"])
    for word in ["X-DUECAL", "Outer", "Acme", "Salary", "Fire", "@start"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func aFeedThatGetsAFilterKeepsItsUIDs() throws {
    let all = try export(work)
    let part = try export(work, after: memory(all)) { $0.tags = ["phone"] }
    #expect(part.uid("Call Bob") == all.uid("Call Bob"))
    let again = try export(work, after: memory(part)) { $0.tags = ["phone"] }
    #expect(again.feed.bytes == part.feed.bytes)
    #expect(again.feed.notes == part.feed.notes)
  }

  @Test func theLastGoodComponentLosesItsHintsAndKeepsItsDate() throws {
    let all = try export(work)
    let half = work.replacingFirst("@due(2026-12-01)", with: "@due(2026-1")
    let part = try export(half, after: memory(all)) { $0.tags = ["phone"] }
    #expect(part.values(of: "DUE") == ["20261201"])
    #expect(part.uid("Call Bob") == all.uid("Call Bob"))
    #expect(part.values(of: "SEQUENCE") == ["1"])
    #expect(!String(decoding: part.feed.bytes, as: UTF8.self).contains("X-DUECAL"))
  }

  @Test func aHalfTypedLineThatIsMovedKeepsItsName() throws {
    let all = try export(work + "Home:\n")
    let half = work.replacingFirst(
      "Call Bob @due(2026-12-01) @start(2026-11-30) @phone", with: "Call Bob @phone @due(2026-1")
    let typed = try export(half + "Home:\n", after: memory(all))
    #expect(typed.feed.bytes == all.feed.bytes)
    let line = "\t\t- Call Bob @phone @due(2026-1\n"
    let moved = half.replacingFirst(line, with: "") + "Home:\n" + line.dropFirst()
    let after = try export(moved, after: memory(typed))
    #expect(Set(after.values(of: "UID")) == Set(all.values(of: "UID")))
  }

  @Test func aRetypedLineIsKnownByItsNote() throws {
    let part = try export(work) { $0.tags = ["phone"] }
    let retyped = work.replacingFirst("Call Bob", with: "Ring up the doctor")
    let after = try export(retyped, after: memory(part)) { $0.tags = ["phone"] }
    #expect(after.uid("Ring up the doctor") == part.uid("Call Bob"))
  }

  @Test(arguments: [
    ("- two @due(2026-12-01) later", "two later"), ("- the @home office", "the @home office"),
    ("- two  @due(2026-12-01)  @priority(1)  later", "two later"),
    ("- @due(2026-12-01) later", "later"), ("- two @due(2026-99) later", "two @due(2026-99) later"),
    ("- a @due(2026-12-01) b @due(2026-12-02) c", "a b @due(2026-12-02) c"),
    ("- a @color(red) b @event c", "a b @event c"), ("a @due(2026-12-01) b:", "a b"),
  ])
  func aTagInATitleThatBecameAPropertyIsNoWordOfIt(line: String, title: String) throws {
    #expect(try export(line + "\n").values(of: "SUMMARY") == [title])
  }

  @Test func partsOfABulletWithoutWordsArePartsOfWhatItStandsBelow() throws {
    let exported = try export("- a\n\t- \n\t\t- b\n")
    #expect(exported.values(of: "SUMMARY") == ["a", "b"])
    #expect(exported.values(of: "RELATED-TO") == [exported.values(of: "UID")[0]])
  }
}

extension String {
  fileprivate func replacingFirst(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }

  private func replacingCharacters(in range: Range<Index>, with new: String) -> String {
    String(self[..<range.lowerBound]) + new + self[range.upperBound...]
  }
}
