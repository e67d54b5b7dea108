import CalendarFeeds
import Diagnostics
import ICalendar
import LineCodec
import TaskBridge
import Testing

private let home = """
  Home:
  \t- Call Ann @due(2026-12-03 15:00) @remind(15m) @phone
  \t\tabout the sink
  \t- Pay rent @due(2026-12-01) @repeat(monthly)
  \t- Dentist @due(2026-12-04 09:00 - 09:30)
  \t- Read the lease
  \t\t- Page one
  \t\t- Page two

  """

@Suite("A feed remembers")
struct FeedMemoryTests {
  @Test func nothingChangedNothingWritten() throws {
    var runs = try Runs(home)
    let first = runs.last.feed.bytes
    let second = try runs.next(home, days: 9)
    #expect(second.feed.bytes == first)
    #expect(second.feed.changes.isEmpty)
  }

  @Test func aRetypedTitleIsTheSameItemInItsNextVersion() throws {
    var runs = try Runs(home)
    let before = runs.last
    let after = try runs.next(home.replacing("Call Ann", with: "Call Anne"))
    #expect(after.uid("Call Anne") == before.uid("Call Ann"))
    #expect(after.value("SEQUENCE", of: "Call Anne") == "1")
    #expect(after.value("LAST-MODIFIED", of: "Call Anne") == "20251125T160000Z")
    for title in ["Pay rent", "Dentist", "Read the lease", "Page one", "Page two"] {
      #expect(after.byTitle[title] == before.byTitle[title])
    }
    #expect(after.feed.changes.map(\.title) == ["Call Anne"])
    #expect(after.feed.changes[0].properties == ["DESCRIPTION", "SUMMARY", "X-DUECAL-LINE"])
  }

  @Test(arguments: [
    ("\t- Read the lease\n", "\t- Read the lease again, and sign it\n"),
    ("\t- Read the lease\n", "\t- Read the lease @due(2026-12-24)\n"),
    ("\t- Read the lease\n", "\t- Read the lease @done(2026-12-24)\n"),
    ("\t- Read the lease\n", "\t- Raed the lease\n"),
  ])
  func aChangedLineKeepsItsNameAndThoseOfItsParts(old: String, new: String) throws {
    var runs = try Runs(home)
    let before = runs.last
    let after = try runs.next(home.replacing(old, with: new))
    #expect(Set(after.values(of: "UID")) == Set(before.values(of: "UID")))
    #expect(after.byTitle["Page one"] == before.byTitle["Page one"])
    #expect(after.feed.changes.map(\.kind) == [.changed])
  }

  @Test func aMoveInsideAProjectChangesTheOrderOnly() throws {
    var runs = try Runs("P:\n\t- a\n\t- b\n\t- c\n")
    let before = runs.last
    let after = try runs.next("P:\n\t- c\n\t- a\n\t- b\n")
    #expect(after.values(of: "SUMMARY") == ["c", "a", "b"])
    #expect(after.byTitle == before.byTitle)
    #expect(after.feed.changes.isEmpty)
  }

  @Test func aMoveToAnotherProjectIsTheSameItem() throws {
    var runs = try Runs("P:\n\t- a\n\t- b\nQ:\n\t- c\n")
    let before = runs.last
    let after = try runs.next("P:\n\t- b\nQ:\n\t- c\n\t- a\n")
    #expect(after.uid("a") == before.uid("a"))
    #expect(after.value("CATEGORIES", of: "a") == "Q")
    #expect(after.byTitle["b"] == before.byTitle["b"])
  }

  @Test func twinsThatAreSwappedAreWhatTheyWere() throws {
    let text = "P:\n\t- a @x\n\t- same\n\t- b @y\n\t- same\n"
    var runs = try Runs(text)
    let before = runs.last
    #expect(Set(before.values(of: "UID")).count == 4)
    #expect(try runs.next(text).feed.bytes == before.feed.bytes)
  }

  @Test func theFirstOfTwinsKeepsItsNameWhenItIsRetyped() throws {
    var runs = try Runs("P:\n\t- same\n\t- b\n\t- same\n")
    let before = runs.last
    let after = try runs.next("P:\n\t- same again\n\t- b\n\t- same\n")
    #expect(after.values(of: "UID") == before.values(of: "UID"))
    #expect(after.values(of: "SEQUENCE") == ["1", "0", "0"])
  }

  @Test func aNewLineTakesNoNameThatIsTaken() throws {
    var runs = try Runs("- Call Ann\n")
    let first = runs.last.uid("Call Ann")
    try runs.next("- Call Anne\n")
    let third = try runs.next("- Call Anne\n- Call Ann\n")
    #expect(third.uid("Call Anne") == first)
    #expect(Set(third.values(of: "UID")).count == 2)
  }

  @Test func aLineThatIsGoneIsGone() throws {
    var runs = try Runs(home)
    let after = try runs.next(
      home.replacing("\t- Pay rent @due(2026-12-01) @repeat(monthly)\n", with: ""))
    #expect(after.byTitle["Pay rent"] == nil)
    #expect(after.feed.changes.map(\.kind) == [.removed])
  }

  @Test(arguments: [
    "@due(2026-12-0", "@due(2026-12-0)", "@due(", "@due()", "@due", "@due(2026-12-03 1)",
    "@due(2026-12-03 15:00", "@due(2026-13-03)",
  ])
  func aDateThatIsBeingTypedLeavesTheItemAsItWas(tag: String) throws {
    var runs = try Runs(home)
    let before = runs.last
    let half = home.replacing("@due(2026-12-03 15:00)", with: tag)
    let after = try runs.next(half)
    #expect(after.feed.bytes == before.feed.bytes)
    #expect(after.sentences.count == 1)
    #expect(try runs.next(half, days: 2).sentences.count == 1)
    #expect(try runs.next(home, days: 3).feed.bytes == before.feed.bytes)
  }

  @Test func aWarningIsReportedInEachRun() throws {
    let text = "- a @start(2026-12-02) @due(2026-12-01)\n- b\n"
    var runs = try Runs(text)
    let first = runs.last
    #expect(first.sentences.count == 1)
    let second = try runs.next(text)
    #expect(second.sentences == first.sentences)
    #expect(second.feed.bytes == first.feed.bytes)
  }

  @Test func anItemThatWasEditedInTheFeedIsWrittenAgain() throws {
    let first = try export(home)
    let text = String(decoding: first.feed.bytes, as: UTF8.self)
    let edited = FeedMemory([
      FeedReader(bytes: Array(text.replacing("SUMMARY:Dentist", with: "SUMMARY:Dantist").utf8))
    ])
    #expect(edited.editedCount == 1)
    let after = try export(home, after: edited)
    #expect(after.uid("Dentist") == first.uid("Dentist"))
    #expect(after.value("SEQUENCE", of: "Dentist") == "1")
    #expect(after.byTitle["Pay rent"] == first.byTitle["Pay rent"])
  }

  @Test func aTruncatedFeedIsWrittenWhole() throws {
    let first = try export(home)
    for length in stride(from: 0, to: first.feed.bytes.count, by: 13) {
      let reader = FeedReader(bytes: Array(first.feed.bytes[..<length]))
      #expect(!reader.isComplete)
      #expect(try export(home, after: FeedMemory([reader])).feed.bytes == first.feed.bytes)
    }
  }

  @Test func anotherOptionIsAnotherVersionOfWhatItChanges() throws {
    let first = try export(home)
    let memory = FeedMemory([FeedReader(bytes: first.feed.bytes)])
    let after = try export(home, after: memory) { $0.keepsAlarms = false }
    #expect(after.feed.changes.map(\.title) == ["Call Ann"])
    #expect(after.value("SEQUENCE", of: "Pay rent") == "0")
    #expect(after.value("SEQUENCE", of: "Call Ann") == "1")
  }

  @Test func aPlainFeedRemembersToo() throws {
    var runs = try Runs(home) { $0.isPlain = true }
    let before = runs.last
    #expect(try runs.next(home).feed.bytes == before.feed.bytes)
    let after = try runs.next(home.replacing("Call Ann", with: "Call Anne"))
    #expect(after.uid("Call Anne") == before.uid("Call Ann"))
    #expect(after.value("SEQUENCE", of: "Call Anne") == "1")
    #expect(after.byTitle["Dentist"] == before.byTitle["Dentist"])
  }

  @Test func aPairOfToDoAndEventIsOneItem() throws {
    var runs = try Runs(home) { $0.profile = .both }
    let before = runs.last
    #expect(try runs.next(home).feed.bytes == before.feed.bytes)
    let after = try runs.next(home.replacing("Dentist", with: "The dentist"))
    #expect(Set(after.values(of: "UID")) == Set(before.values(of: "UID")))
    #expect(after.feed.changes.map(\.kind) == [.changed, .changed])
  }

  @Test func aVTIMEZONECoversWhatStays() throws {
    let text = "- old @due(1975-06-01 10:00)\n- new @due(2026-12-01 10:00)\n"
    var runs = try Runs(text)
    let before = runs.last
    let after = try runs.next(text.replacing("- new", with: "- newer"))
    func zone(_ exported: Exported) -> [String] {
      exported.lines.filter { !$0.hasPrefix("X-") }.prefix { $0 != "BEGIN:VTODO" }.map { $0 }
    }
    #expect(zone(after) == zone(before))
  }

  @Test func aLineTooLargeForAnItemIsReportedAndTheItemStays() throws {
    var runs = try Runs(home)
    let before = runs.last
    let page = String(repeating: "page after page ", count: 1 << 16)
    let notes = (0..<17).map { _ in "\t\t" + page }.joined(separator: "\n")
    let large = home.replacing("\t\tabout the sink", with: notes)
    let after = try runs.next(large)
    #expect(after.feed.bytes == before.feed.bytes)
    #expect(
      after.feed.diagnostics[0].map(\.description) == [
        "2:2: error: the line and its notes have 17825845 bytes; expected at most 16777216; the item "
          + "stays as it was"
      ])
  }

  @Test func whatCouldNotBeReadStays() throws {
    let files = ["- a\n", "- b\n"]
    let first = try export(files[0], files[1])
    let memory = FeedMemory([FeedReader(bytes: first.feed.bytes)])
    #expect(try export(files[0], after: memory).values(of: "SUMMARY") == ["a"])
    #expect(
      try export(files[0], after: memory, keepsGone: true).values(of: "SUMMARY") == ["a", "b"])
  }
}

extension String {
  /// The text with each occurrence of `old` replaced.
  fileprivate func replacing(_ old: String, with new: String) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(old) {
        result += new
        rest = rest.dropFirst(old.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
