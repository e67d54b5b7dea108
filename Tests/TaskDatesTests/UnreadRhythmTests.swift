import TaskDates
import Testing

@Suite("A repetition that cannot be expressed is reported") struct UnreadRhythmTests {
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
    ("Trash every second tuesday", ["this is the second tue of each month"]),
    ("Trash every second tuesday of the month", []), ("Trash every other tuesday", []),
  ])
  func aSecondWeekdayMayBeMeantAsEveryOtherOne(title: String, messages: [String]) throws {
    let now = try moment("2026-11-27 13:00")
    let phrase = try #require(RepetitionPhrase.find(in: title))
    let found = phrase.ambiguities(at: now).map { String("\($0)".prefix(36)) }
    #expect(found == messages)
  }
}
