import Foundation
import TestSupport
import Testing

@Suite("What is written is kept or named")
struct KeptValuesTests {
  /// Adds an item to a new folder, and returns the run and the text of the item.
  private func added(_ words: String) throws -> (run: Run, text: String) {
    let scratch = try Scratch()
    let folder = scratch.url.appending(path: "v")
    let run = try duecal(["store", "add", "vdir:\(folder.path)", "--list", "Home", words])
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let texts = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "ics" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    return (run, texts.joined())
  }

  @Test func anEstimateIsInTheStore() throws {
    let (run, text) = try added("Write report @due(2026-12-03) @estimate(2h)")
    #expect(run.status == 0 && text.contains("ESTIMATED-DURATION:PT2H\r\n"))
    let check = try duecal(["check", "-"], input: text)
    #expect(check.status == 0 && !check.output.contains("ESTIMATED") && check.error.isEmpty)
  }

  @Test func repetitionAfterCompletionIsInTheStore() throws {
    let (run, text) = try added("Water @due(2026-12-03) @repeat(every 10 days after done)")
    #expect(run.status == 0)
    #expect(text.contains("X-DUECAL-AFTER-DONE:FREQ=DAILY;INTERVAL=10\r\n"))
    let lines = try duecal(["import", "-"], input: text)
    #expect(lines.output.contains("@repeat(every 10 days after done)"))
    let check = try duecal(["check", "-"], input: text)
    #expect(check.status == 0 && !check.output.contains("AFTER-DONE"))
  }

  @Test(
    "words that the item will not have are reported",
    arguments: [
      ("A @priority(1) @priority(5)", "only the first @priority of a line counts"),
      ("A @due(2026-12-01) @due(2026-12-02)", "only the first @due of a line counts"),
      ("A @todo @event @due(2026-12-01)", "@todo and @event cannot be combined"),
      ("A @event", "an event needs a due date"),
      ("A @repeat(daily)", "a repetition needs a due date; expected @due"),
      ("A @due(2026-12-01) @repeat(every 3 hours)", "an hourly repetition needs a time of day"),
      ("A @remind(15m)", "a reminder needs a due date to count from; expected @due"),
      ("A @due(2026-12-01) @except(2026-12-02)", "exceptions need a repetition; expected @repeat"),
    ])
  func leftOutWords(words: String, sentence: String) throws {
    let (run, text) = try added(words)
    #expect(run.status == 0 && text.contains("SUMMARY:A\r\n"))
    #expect(run.error.contains("duecal: \(sentence)"), "\(run.error)")
  }

  @Test(
    "tags that no store holds are reported",
    arguments: [
      ("A @show(day)", "not kept: @show(day): a calendar cannot hold lists"),
      ("A @id(x)", "not kept: @id(x): the name is reserved"),
      ("A @type(task)", "not kept: @type(task): the name is reserved"),
      ("A @phone(12)", "not kept: @phone(12): a category cannot have a value"),
      ("A @cancelled(2026-12-01)", "not kept: @cancelled(2026-12-01): a status cannot have a date"),
    ])
  func tagsThatNoStoreHolds(words: String, sentence: String) throws {
    let (run, text) = try added(words)
    #expect(run.status == 0 && text.contains("SUMMARY:A\r\n"))
    #expect(run.errorLines == ["duecal: \(sentence)"])
  }

  @Test func tagsThatAreKeptAreNotReported() throws {
    let dates = "@due(2026-12-03 10:00) @repeat(daily after done)"
    let (run, _) = try added("A \(dates) @estimate(2h) @phone @priority(1)")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
  }

  @Test func theUIDOfTheWordsIsThatOfTheItem() throws {
    let (run, text) = try added("A @uid(call-ann)")
    #expect(run.status == 0 && run.error.isEmpty && text.contains("UID:call-ann\r\n"))
  }

  @Test func anItemWithoutATitleHasAPlaceholderInWhatAnImportReports() throws {
    let home = try ImportHome(todo("1", "", "DUE;VALUE=DATE:20261201"))
    let run = try home.pull("-v")
    #expect((run.output + run.error).contains("added: (no title)"), "\(run.output + run.error)")
  }

  @Test func whatTheStoreCannotHoldIsNotAdded() throws {
    let (run, text) = try added("Odd @due(2026-12-03) @repeat(daily after done) @also(2026-12-06)")
    #expect(run.status == 65 && text.isEmpty && !run.output.contains("added: Odd"))
    #expect(run.error.contains("recurrence"))
  }

  @Test func aFeedWritesThemInHintsAlone() throws {
    let feed = try duecal(
      ["export", "-"],
      input: "- Water @due(2026-12-03) @estimate(2h) @repeat(every 10 days after done)\n")
    #expect(!feed.output.contains("ESTIMATED-DURATION"))
    #expect(!feed.output.contains("X-DUECAL-AFTER-DONE"))
  }

  @Test func aRuleOfAToDoThatIsDoneIsNamed() throws {
    let text = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VTODO", "UID:1",
      "DTSTAMP:20260101T000000Z", "SUMMARY:a", "DTSTART;VALUE=DATE:20260212",
      "DUE;VALUE=DATE:20260213", "RRULE:FREQ=WEEKLY;BYDAY=MO", "STATUS:COMPLETED", "END:VTODO",
      "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    let run = try duecal(["import", "-"], input: text)
    #expect(run.error.contains("not kept: RRULE"))
  }
}
