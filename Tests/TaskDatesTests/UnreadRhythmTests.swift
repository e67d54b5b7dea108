import TaskDates
import Testing

@Suite("A repetition that is not read, or has another meaning, is reported")
struct UnreadRhythmTests {
  @Test(arguments: [
    ("Water plants every day through friday", "every day"),
    ("Water plants every day x10", "every day"),
    ("Water plants every few days", nil),
    ("Read every book", nil),
  ])
  func ifItIsMeant(title: String, words: String?) {
    #expect(RepetitionPhrase.unread(in: title) == words)
  }

  @Test(arguments: [
    (
      "Trash every second tuesday",
      ["this is the second tue of each month; write every other tue for every two weeks"]
    ),
    ("Trash every second tuesday of the month", []), ("Trash every other tuesday", []),
  ])
  func aSecondWeekdayMayBeMeantAsEveryOtherOne(title: String, messages: [String]) throws {
    let now = try moment("2026-11-27 13:00")
    let phrase = try #require(RepetitionPhrase.find(in: title))
    let found = phrase.ambiguities(at: now).map { "\($0)" }
    #expect(found == messages)
  }
}
