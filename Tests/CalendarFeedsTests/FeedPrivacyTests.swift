import CalendarFeeds
import CalendarItems
import ICalendar
import LineCodec
import LineState
import TaskBridge
import TaskDates
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

  @Test(arguments: [
    "- Fire Tom @due(2026-12-28)\n", "- Fire Tom\n", "- Dismiss Tom @due(2026-12-28)\n",
    "- Chat @due(2026-12-10) @class(private)\n\tTom\n",
    "- Fire Tom @due(2026-12-10) @class(private)\n",
    "- x @done(2026-12-28) @due(2026-12-10)\n\tFire\n", "Archive:\n\t- Tom\n",
  ])
  func aHalfTypedLineTakesNoWordsOfOneThatIsLeftOut(other: String) throws {
    let all = try export("- Fire Tom @due(2026-12-28)\n")
    let half = "- Call Bob @due(2026-1\n" + other
    let part = try export(half, after: FeedMemory([FeedReader(bytes: all.feed.bytes)])) {
      $0.profile = .event
      $0.to = try? DateParameters(year: 2026, month: 12, day: 16)
    }
    let text = String(decoding: part.feed.bytes, as: UTF8.self)
    for word in ["Fire", "Tom"] { #expect(!text.contains(word)) }
  }

  @Test(arguments: [
    ("Fire Ren\u{E9}", "Meet Rene\u{301}", "Ren"), ("Fire REN\u{C9}", "Meet rene\u{301}", "REN"),
    ("田中を解雇", "明日田中に電話", "田中"), ("ไล่สมชายออก", "โทรหาสมชายพรุ่งนี้", "สมชาย"),
  ])
  func wordsAreComparedAsAPersonReadsThem(title: String, leftOut: String, word: String) throws {
    let all = try export("- \(title) @due(2026-12-28)\n")
    let half = "- Call Bob @due(2026-1\n- \(leftOut)\n"
    let part = try export(half, after: FeedMemory([FeedReader(bytes: all.feed.bytes)])) {
      $0.profile = .event
      $0.to = try? DateParameters(year: 2026, month: 12, day: 16)
    }
    let text = String(decoding: part.feed.bytes, as: UTF8.self)
    #expect(!text.contains(word))
  }

  @Test func aHalfTypedLineKeepsItsItemThoughOthersAreLeftOut() throws {
    let jogs = """
      - Jog @due(2026-01-01 07:00 - 08:00) @done(2026-01-01)
      - Jog @due(2026-01-02 07:00 - 08:00)

      """
    let events: (inout ExportOptions) -> Void = { $0.profile = .event }
    let whole = try export(jogs, change: events)
    let half = jogs.replacingFirst("01-02 07:00 - 08:00)", with: "01-0")
    let typed = try export(half, after: memory(whole), change: events)
    #expect(typed.feed.bytes == whole.feed.bytes)
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

  @Test(arguments: [
    ("- Salary @class(x-secret)\n- Lunch\n", ["Lunch"]), ("- Salary @class\n- Lunch\n", ["Lunch"]),
    ("Work: @class(x-secret)\n\tSalary\n\t- Salary\n- Lunch\n", ["Lunch"]),
    ("- Salary @class(x-secret)\n\t- Salary\n\t- Lunch @class(public)\n", ["Lunch"]),
  ])
  func aClassThatNobodyKnowsIsPrivate(text: String, titles: [String]) throws {
    let exported = try export(text)
    #expect(exported.values(of: "SUMMARY") == titles)
    #expect(!String(decoding: exported.feed.bytes, as: UTF8.self).contains("Salary"))
  }

  @Test func aFeedThatIsNarrowedByDateOrStateCarriesTheLineOfEachItemAlone() throws {
    let part = try export(work) { $0.done = .exclude }
    let text = String(decoding: part.feed.bytes, as: UTF8.self)
    #expect(
      part.values(of: "X-DUECAL-LINE").first
        == "- Call Bob @due(2026-12-01) @start(2026-11-30) @phone")
    #expect(part.values(of: "X-DUECAL-PATH") == ["Work", "Work"])
    for word in ["X-DUECAL-KEY", "X-DUECAL-PROJECT", "Outer", "Acme", "Salary"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(part.feed.losses.map(\.property) == ["project", "note", "path", "path"])
  }

  @Test(arguments: [true, false])
  func aFeedThatIsNarrowedByDateKeepsItsUIDs(hasState: Bool) throws {
    let all = try export(work)
    let part = try export(work, after: memory(all)) { $0.done = .exclude }
    #expect(part.values(of: "UID") == all.values(of: "UID"))
    #expect(part.values(of: "SEQUENCE") == ["1", "1"])  // their paths are shorter
    let known = hasState ? memory(part) : FeedMemory([FeedReader(bytes: part.feed.bytes)])
    let again = try export(work, after: known) { $0.done = .exclude }
    #expect(again.feed.bytes == part.feed.bytes)
    let edited = work.replacingFirst("Call Bob", with: "Ring Bob").replacingFirst(
      "Fire Tom", with: "Dismiss Tom")
    let after = try export(edited, after: known) { $0.done = .exclude }
    #expect(after.values(of: "UID") == all.values(of: "UID"))
  }

  @Test func anItemThatLosesItsKeyAloneIsNoNewVersion() throws {
    let all = try export("Work:\n\t- Call Bob @due(2026-12-01)\n")
    let part = try export("Work:\n\t- Call Bob @due(2026-12-01)\n", after: memory(all)) {
      $0.done = .exclude
    }
    #expect(part.values(of: "X-DUECAL-KEY").isEmpty)
    #expect(part.values(of: "SEQUENCE") == ["0"])
  }

  @Test func theLastGoodComponentKeepsTheHintOfItsLine() throws {
    let whole = try export(work) { $0.done = .exclude }
    let half = work.replacingFirst("@due(2026-12-01)", with: "@due(2026-1")
    let typed = try export(half, after: memory(whole)) { $0.done = .exclude }
    #expect(typed.feed.bytes == whole.feed.bytes)
  }

  @Test(arguments: ["Outer:\n\tWork:\n\t\t", "Work:\n\t", ""])
  func theLastGoodComponentLosesOnlyHintsThatRevealTooMuch(projects: String) throws {
    let all = try export(projects + "- Call Bob @due(2026-12-01)\n")
    let part = try export(projects + "- Call Bob @due(2026-1\n", after: memory(all)) {
      $0.done = .exclude
    }
    #expect(part.values(of: "X-DUECAL-LINE") == all.values(of: "X-DUECAL-LINE"))
    #expect(part.values(of: "X-DUECAL-PATH") == (projects.hasPrefix("Work") ? ["Work"] : []))
    #expect(part.values(of: "X-DUECAL-KEY").isEmpty)
    #expect(part.values(of: "SEQUENCE") == [projects.hasPrefix("Outer") ? "1" : "0"])
  }

  @Test(arguments: ["@due(2027-12-)", "@due(2027-12-0", "@done(2026-11-"])
  func aLineWhoseDateIsNotReadIsNotChosenByIt(tag: String) throws {
    let text = "- Public @due(2026-12-01)\n- Secret plan \(tag)\n"
    let feed = try export(text) {
      if tag.hasPrefix("@done") {
        $0.done = .exclude
      } else {
        $0.to = try? DateParameters(year: 2026, month: 12, day: 31)
      }
    }
    #expect(!String(decoding: feed.feed.bytes, as: UTF8.self).contains("Secret"))
  }

  @Test(arguments: ["@class(private", "@class(", "@class(private).", "@class(public"])
  func aClassThatIsBeingTypedIsPrivate(tag: String) throws {
    let text = "Work: \(tag)\n\t- Kept @due(2026-12-05)\n- Mine \(tag)\n- Other\n"
    #expect(try export(text).values(of: "SUMMARY") == ["Other"])
  }

  @Test func aNumberOfADateIsNoWordOfAnotherLine() throws {
    let text = "- Call Bob @due(2026-12-24)\n- Pay @due(2026-12-24) @class(private)\n"
    let all = try export(text)
    let half = text.replacingFirst("2026-12-24)", with: "2026-1")
    #expect(try export(half, after: memory(all)).feed.bytes == all.feed.bytes)
  }

  @Test(arguments: [FeedOptions.Split.project, .file])
  func aFilterLeavesNoWordOfOtherLinesInSeveralCalendars(split: FeedOptions.Split) throws {
    let text = work + "Home:\n\t- Paint @due(2026-12-03)\n\t- Rest @phone\n"
    let phone: (inout ExportOptions) -> Void = { $0.tags = ["phone"] }
    let all = try export(text, split: split)
    let memory = { (feed: Exported) in
      FeedMemory(feed.calendars.map { FeedReader(bytes: $0) }, noting: feed.feed.notes)
    }
    let part = try export(text, after: memory(all), split: split, change: phone)
    let bytes = String(decoding: Array(part.calendars.joined()), as: UTF8.self)
    for word in ["X-DUECAL", "Acme", "Salary", "Fire", "Paint", "@start"] {
      #expect(!bytes.contains(word), "\(word)")
    }
    #expect(part.feed.calendars.map(\.name) == (split == .project ? ["Outer", "Home"] : ["file0"]))
    let names = Set(part.items.map(\.item.uid))
    #expect(names.isSubset(of: Set(all.items.map(\.item.uid))) && names.count == 2)
    let again = try export(text, after: memory(part), split: split, change: phone)
    #expect(again.calendars == part.calendars)
  }

  @Test func aCalendarHasNoNameOfAProjectThatIsPrivate() throws {
    let text = "Secret: @class(private)\n\tTrips:\n\t\t- Lyon @class(public)\n"
    let feed = try export(text, split: .project).feed
    #expect(feed.calendars.map(\.name) == ["file0"])
    #expect(!String(decoding: feed.bytes, as: UTF8.self).contains("Secret"))
  }

  @Test func aProjectWithOnlyPrivateLinesIsLeftOutWithWhatIsInIt() throws {
    let feed = try export("Surgery:\n\t- Call Ann @class(private)\n\tPlans:\nHome:\n- a\n")
    #expect(feed.values(of: "X-DUECAL-PROJECT") == ["Home:"])
  }

  @Test func partsOfABulletWithoutTextArePartsOfWhatItIsBelow() throws {
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
