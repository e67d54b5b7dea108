import CalendarFeeds
import Diagnostics
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import Testing

@Suite("What a feed does not take for granted")
struct FeedDoubtTests {
  private let jogs = """
    Work:
    \t- Jog @due(2026-01-01 07:00 - 08:00) @done(2026-01-01)
    \t- Jog @due(2026-01-02 07:00 - 08:00)

    """

  @Test(arguments: [true, false])
  func aLineThatIsLeftOutTakesNoItem(isPlain: Bool) throws {
    var runs = try Runs(jogs) {
      $0.profile = .event
      $0.isPlain = isPlain
    }
    let uid = runs.last.uid("Jog")
    #expect(try runs.next(jogs).uid("Jog") == uid)
    let moved = try runs.next(jogs.replacing("01-02 07", with: "01-03 07"))
    #expect(moved.uid("Jog") == uid)
    #expect(moved.value("SEQUENCE", of: "Jog") == "1")
  }

  @Test func theUpperOfTwinsKeepsItsNameWhenItChanges() throws {
    let twins = "H:\n\t- Water @due(2026-12-01)\n\t- Water @due(2026-12-01)\n"
    var runs = try Runs(twins)
    let names = runs.last.values(of: "UID")
    let edited = twins.replacing("Water @due(2026-12-01)\n\t", with: "Water @due(2026-12-08)\n\t")
    #expect(try runs.next(edited).values(of: "UID") == names)
    #expect(runs.last.values(of: "SEQUENCE") == ["1", "0"])
  }

  @Test func aCopyOfAHalfTypedLineLeavesTheItemAsItWas() throws {
    var runs = try Runs("- Dentist @due(2026-12-04 09:00)\n- z\n")
    let half = "- Dentist @due(2026-12-04 0x)\n"
    try runs.next(half + half + "- z\n")
    let names = runs.last.values(of: "UID")
    let again = try runs.next(half + half + "- z\n")
    #expect(again.values(of: "UID") == names)
    #expect(again.lines.contains("DUE;TZID=Europe/Berlin:20261204T090000"))
  }

  @Test func aNameOfALineIsThatOfNoOther() throws {
    var runs = try Runs("- Task one @uid(x1) @due(2026-12-01)\n")
    let both = "- Other @uid(x1) @due(2026-12-05)\n- Task one @uid(x1) @due(2026-12-01)\n"
    let after = try runs.next(both)
    #expect(Set(after.values(of: "UID")).count == 2)
    #expect(after.feed.diagnostics[0].count == 1)
    var named = try Runs("- A @due(2026-12-01)\n")
    let name = String(named.last.uid("A")?.dropFirst(4) ?? "")
    try named.next("- A @due(2026-12-01)\n- B @uid(\(name))\n")
    #expect(named.last.uid("B") == "UID:\(name)")
    #expect(Set(named.last.values(of: "UID")).count == 2)
  }

  @Test func aNameThatWasWrittenTwiceThereIsOneOnly() throws {
    let first = try export("- A\n- B\n")
    let names = first.values(of: "UID")
    let text = String(decoding: first.feed.bytes, as: UTF8.self)
    for edited in [
      text.replacing(names[1], with: names[0]), text.replacing("UID:\(names[0])\r\n", with: ""),
    ] {
      let memory = FeedMemory([FeedReader(bytes: Array(edited.utf8))])
      #expect(memory.editedCount > 0)
      let after = try export("- A\n- B\n", after: memory)
      #expect(Set(after.values(of: "UID")).count == 2)
      #expect(!after.values(of: "UID").contains(""))
    }
  }

  @Test func aKeyThatIsAnothersIsNoKey() throws {
    let first = try export("- A @due(2026-12-01)\n- B @due(2026-12-02)\n")
    let keys = first.values(of: "X-DUECAL-KEY").suffix(2)
    let swapped = String(decoding: first.feed.bytes, as: UTF8.self)
      .replacing(keys[keys.startIndex], with: "?").replacing(
        keys[keys.startIndex + 1], with: keys[keys.startIndex]
      )
      .replacing("?", with: keys[keys.startIndex + 1])
    let memory = FeedMemory([FeedReader(bytes: Array(swapped.utf8))])
    #expect(memory.editedCount == 2)
    let after = try export("- A @due(2026-12-01)\n- B @due(2026-12-02)\n", after: memory)
    #expect(after.values(of: "UID") == first.values(of: "UID"))
    #expect(after.values(of: "SEQUENCE") == ["0", "0"])
  }

  @Test func theNameOfAnEventIsThatOfItsToDo() throws {
    let first = try export("- A @due(2026-12-01)\n- B @due(2026-12-02)\n") { $0.profile = .both }
    let names = first.values(of: "UID")
    let text = String(decoding: first.feed.bytes, as: UTF8.self)
    for name in [names[0], names[1]] {
      let edited = text.replacing("UID:\(names[2])\r\n", with: "UID:\(name)\r\n")
      let memory = FeedMemory([FeedReader(bytes: Array(edited.utf8))])
      let after = try export("- A @due(2026-12-01)\n- B @due(2026-12-02)\n", after: memory) {
        $0.profile = .both
      }
      #expect(Set(after.values(of: "UID")).count == 4)
    }
  }

  @Test(arguments: [60, 64, 65, 66, 67, 68, 71, 72, 138])
  func aPairIsOneItemHoweverItsNameFolds(length: Int) throws {
    let name = String(repeating: "u", count: length)
    var runs = try Runs("- A @uid(\(name)) @due(2026-12-01)\n") { $0.profile = .both }
    let before = runs.last.feed.bytes
    #expect(try runs.next("- A @uid(\(name)) @due(2026-12-01)\n").feed.bytes == before)
  }

  @Test func halfOfAPairIsMadeWhole() throws {
    let first = try export("- A @due(2026-12-01)\n- B @due(2026-12-02)\n") { $0.profile = .both }
    let text = String(decoding: first.feed.bytes, as: UTF8.self)
    let lines = text.split(separator: "\r\n").prefix { $0 != "BEGIN:VEVENT" }
    let cut = lines.joined(separator: "\r\n") + "\r\nBEGIN:VEV"
    let memory = FeedMemory([FeedReader(bytes: Array(cut.utf8))])
    let after = try export("- A @due(2026-12-01)\n- B @due(2026-12-02)\n", after: memory) {
      $0.profile = .both
    }
    #expect(after.feed.bytes == first.feed.bytes)
  }

  @Test func anEventThatWasLeftOutComesBack() throws {
    var runs = try Runs("- P @cancelled\n\t- A @due(2026-12-01)\n") { $0.profile = .both }
    #expect(!runs.last.lines.contains("BEGIN:VEVENT"))
    try runs.next("- P\n\t- A @due(2026-12-01)\n")
    #expect(runs.last.lines.contains("BEGIN:VEVENT"))
    try runs.next("- P @cancelled\n\t- A @due(2026-12-01)\n")
    #expect(!runs.last.lines.contains("BEGIN:VEVENT"))
  }

  @Test func theItemsOfAFileThatCannotBeReadAreNoOtherLines() throws {
    let first = try export("- Other\n", "- Buy milk @due(2026-12-01)\n")
    let memory = FeedMemory([FeedReader(bytes: first.feed.bytes)])
    let after = try export(
      "- Other\n- Buy milks @due(2026-12-08)\n", after: memory, keepsGone: true)
    #expect(after.byTitle["Buy milk"] == first.byTitle["Buy milk"])
    #expect(after.uid("Buy milks") != first.uid("Buy milk"))
  }

  @Test func whatCannotBeReadStaysInTheCalendarThatItIsIn() throws {
    let first = try export("A:\n\t- a\n", "B:\n\t- b\n", split: .project)
    var memory = FeedMemory(first.calendars.map { FeedReader(bytes: $0) })
    for _ in 0..<3 {
      let after = try export("A:\n\t- a\n", after: memory, keepsGone: true, split: .project)
      #expect(after.calendars == first.calendars)
      memory = FeedMemory(after.calendars.map { FeedReader(bytes: $0) })
    }
    let nothing = try export("A:\n", after: memory, keepsGone: true, split: .project)
    #expect(nothing.feed.calendars.count == 1)
  }

  @Test func whatStaysKeepsItsZone() throws {
    let first = try export(
      "- A @due(2026-12-01 10:00)\n", "- B @due(2026-12-01 10:00) @tz(Asia/Tokyo)\n")
    let memory = FeedMemory([FeedReader(bytes: first.feed.bytes)])
    #expect(memory.zoneNames == ["Asia/Tokyo", "Europe/Berlin"])
    let after = try export("- A @due(2026-12-01 10:00)\n", after: memory, keepsGone: true)
    #expect(after.feed.bytes == first.feed.bytes)
  }

  @Test func aFileThatWasEmptiedIsCounted() throws {
    let first = try export("- A\n", "- B\n- C\n")
    let memory = FeedMemory([FeedReader(bytes: first.feed.bytes)])
    #expect(try export("- A\n", "\n", after: memory).feed.emptied == 2)
    #expect(try export("- A\n", after: memory).feed.emptied == 2)
    #expect(try export("- A\n- B\n", "\n", after: memory).feed.emptied == 0)
    #expect(try export("- A\n", "- D\n", after: memory).feed.emptied == 0)
    #expect(try export("- A\n", after: memory, keepsGone: true).feed.emptied == 0)
  }

  @Test func anIndentAloneIsNoOldText() throws {
    var runs = try Runs("- P\n\t- T @due(2026-12-24)\n\t\t\ta note\n")
    let after = try runs.next("- P\n\t\t- T @due(2026-12-24)\n\t\t\ta note\n")
    #expect(after.value("DESCRIPTION", of: "T") == "a note")
  }

  @Test(arguments: [
    ("2147483647", "2147483647"), ("-1", "1"), ("abc", "1"), ("999999999", "1000000000"),
  ])
  func aVersionIsANumber(old: String, new: String) throws {
    let first = try export("- A\n")
    let text = String(decoding: first.feed.bytes, as: UTF8.self)
    let edited = text.replacing("SEQUENCE:0", with: "SEQUENCE:\(old)")
    let memory = FeedMemory([FeedReader(bytes: Array(edited.utf8))])
    #expect(try export("- Ab\n", after: memory).values(of: "SEQUENCE") == [new])
  }

  @Test func aCalendarOfAFolderStaysTheSameWhateverComesBeforeIt() throws {
    let first = try export("a/b:\n\t- 1\na_b:\n\t- 2\n", split: .project)
    let memory = FeedMemory(first.calendars.map { FeedReader(bytes: $0) })
    let after = try export("a_b:\n\t- 2\na/b:\n\t- 1\n", after: memory, split: .project)
    #expect(after.feed.calendars.map(\.remembered) == [1, 0])
    #expect(after.feed.calendars.map(\.gainsItems) == [false, false])
    #expect(try export("- 1\n", "- 2\n", split: .file).feed.calendars.count == 2)
  }

  @Test func aCalendarWithoutAKeyIsKnownByItsName() throws {
    let phone: (inout ExportOptions) -> Void = { $0.tags = ["phone"] }
    let texts = ["Work:\n\t- a @phone\n", "Home:\n\t- b @phone\n"]
    let first = try export(texts.joined(), split: .project, change: phone)
    let memory = FeedMemory(first.calendars.map { FeedReader(bytes: $0) })
    let after = try export(
      texts.reversed().joined(), after: memory, split: .project, change: phone)
    #expect(after.feed.calendars.map(\.remembered) == [1, 0])
  }

  @Test func aFeedIsWhatItWasWhereItsItemsAreInTheirOrder() throws {
    let first = try export("- A\n- B\n- C\n")
    let memory = FeedMemory([FeedReader(bytes: first.feed.bytes)])
    for (text, isSame) in [
      ("- A\n- B\n- C\n", true), ("- B\n- A\n- C\n", false), ("- A\n- C\n", false),
    ] {
      let after = try export(text, after: memory, keepsItems: false)
      #expect(after.feed.calendars.map(\.isWhatItWas) == [isSame], "\(text)")
    }
  }

  @Test func aCalendarGainsWhatComesFromAnother() throws {
    let old = try [export("- A\n"), export("- B\n")]
    let memory = FeedMemory(old.map { FeedReader(bytes: $0.feed.bytes) })
    for (text, gains) in [("- A\n- B\n", true), ("- A\n", false)] {
      let after = try export(text, after: memory, keepsItems: false)
      #expect(after.feed.calendars.map(\.gainsItems) == [gains], "\(text)")
    }
  }
}
