import TaskDates
import TestSupport
import Testing

@Suite struct DatePhraseTests {
  /// A Wednesday.
  private let now = "2026-11-25 09:30"

  @Test(arguments: [
    ("Call Ann tomorrow 3pm @home", "tomorrow 3pm", "2026-11-26 15:00", "Call Ann @home"),
    ("Call Ann tomorrow", "tomorrow", "2026-11-26", "Call Ann"),
    ("Call Ann Tomorrow.", "Tomorrow", "2026-11-26", "Call Ann."),
    ("Call Ann on friday", "on friday", "2026-11-27", "Call Ann"),
    ("Call Ann fri", "fri", "2026-11-27", "Call Ann"),
    ("Call Ann on sun", "on sun", "2026-11-29", "Call Ann"),
    ("Call Ann sat 10:00", "sat 10:00", "2026-11-28 10:00", "Call Ann"),
    ("Call Ann at 3pm tomorrow", "at 3pm tomorrow", "2026-11-26 15:00", "Call Ann"),
    ("Call Ann at 3pm", "at 3pm", "2026-11-25 15:00", "Call Ann"),
    ("Call Ann 3pm", "3pm", "2026-11-25 15:00", "Call Ann"),
    ("Call Ann at noon", "at noon", "2026-11-25 12:00", "Call Ann"),
    ("Meet Bob tomorrow 3pm-4pm", "tomorrow 3pm-4pm", "2026-11-26 15:00 - 16:00", "Meet Bob"),
    (
      "Meet Bob friday 3pm to 4pm @work", "friday 3pm to 4pm", "2026-11-27 15:00 - 16:00",
      "Meet Bob @work"
    ),
    ("Meet Bob friday 3-4pm", "friday 3-4pm", "2026-11-27 15:00 - 16:00", "Meet Bob"),
    ("Meet Bob friday 11-1pm", "friday 11-1pm", "2026-11-27 11:00 - 13:00", "Meet Bob"),
    (
      "Meet Bob on friday 3pm about rent", "on friday 3pm", "2026-11-27 15:00",
      "Meet Bob about rent"
    ),
    ("Meet Bob friday 3pm about rent", "friday 3pm", "2026-11-27 15:00", "Meet Bob about rent"),
    ("Call Ann tomorrow about the sink", "tomorrow", "2026-11-26", "Call Ann about the sink"),
    ("Pay rent by 2026-12-01", "by 2026-12-01", "2026-12-01", "Pay rent"),
    ("Pay rent due 1 dec", "due 1 dec", "2026-12-01", "Pay rent"),
    ("Pay rent due on dec 1st", "due on dec 1st", "2026-12-01", "Pay rent"),
    ("Pay rent jan 4", "jan 4", "2027-01-04", "Pay rent"),
    ("Pay rent 4 jan 2028", "4 jan 2028", "2028-01-04", "Pay rent"),
    ("Pay rent in 3 days", "in 3 days", "2026-11-28", "Pay rent"),
    ("Pay rent in a week", "in a week", "2026-12-02", "Pay rent"),
    ("Pay rent +2w", "+2w", "2026-12-09", "Pay rent"),
    ("Pay rent +1w 2d", "+1w 2d", "2026-12-04", "Pay rent"),
    ("Pay rent by the end of the month", "by the end of the month", "2026-11-30", "Pay rent"),
    ("Pay rent end of next month", "end of next month", "2026-12-31", "Pay rent"),
    ("Clean the cellar next month", "next month", "2026-12", "Clean the cellar"),
    ("Clean the cellar 2027-W03 @home", "2027-W03", "2027-W03", "Clean the cellar @home"),
    ("Clean the cellar by 2027", "by 2027", "2027", "Clean the cellar"),
    ("Clean the cellar due may", "due may", "2027-05", "Clean the cellar"),
    ("Holiday mon to fri", "mon to fri", "2026-11-30 thru 2026-12-04", "Holiday"),
    (
      "Trip 2026-12-14 thru 2026-12-16", "2026-12-14 thru 2026-12-16", "2026-12-14 thru 2026-12-16",
      "Trip"
    ),
    (
      "Trip 2026-12-14T10:00 to 11:00", "2026-12-14T10:00 to 11:00", "2026-12-14 10:00 - 11:00",
      "Trip"
    ),
    ("Tomorrow: call Ann", "Tomorrow", "2026-11-26", "call Ann"),
    ("Tomorrow 3pm call Ann", "Tomorrow 3pm", "2026-11-26 15:00", "call Ann"),
    ("Book a table for friday 8pm", "for friday 8pm", "2026-11-27 20:00", "Book a table"),
    ("Read \"Tomorrow 3pm\" by friday", "by friday", "2026-11-27", "Read \"Tomorrow 3pm\""),
    ("Call Ann @due(tomorrow 3pm) friday", "friday", "2026-11-27", "Call Ann @due(tomorrow 3pm)"),
    ("Call Ann's son tomorrow", "tomorrow", "2026-11-26", "Call Ann's son"),
    ("Zahnarzt für Änne tomorrow 9am", "tomorrow 9am", "2026-11-26 09:00", "Zahnarzt für Änne"),
    ("Send friday numbers by monday", "by monday", "2026-11-30", "Send friday numbers"),
    ("Lunch Fri 4 Dec 1pm", "Fri 4 Dec 1pm", "2026-12-04 13:00", "Lunch"),
    ("Lunch on Friday, Dec 4", "on Friday, Dec 4", "2026-12-04", "Lunch"),
    ("tomorrow", "tomorrow", "2026-11-26", ""),
    ("Call Ann due: friday", "due: friday", "2026-11-27", "Call Ann"),
    ("Call Ann Next Friday", "Next Friday", "2026-12-04", "Call Ann"),
    ("Call Ann on the 4th of december", "on the 4th of december", "2026-12-04", "Call Ann"),
    ("Call Ann tomorrow 3pm and Bob", "tomorrow 3pm", "2026-11-26 15:00", "Call Ann and Bob"),
    (
      "Flight 2026-12-05 06:40 to Berlin", "2026-12-05 06:40", "2026-12-05 06:40",
      "Flight to Berlin"
    ),
  ])
  func aPhraseIsFound(text: String, phrase: String, date: String, title: String) throws {
    let found = try #require(DatePhrase.find(in: text), "\(text)")
    let bytes = Array(text.utf8)[found.range]
    #expect(String(decoding: bytes, as: UTF8.self) == phrase)
    #expect(found.title == title)
    let value =
      switch found.date {
      case .absolute(let payload): payload.value
      case .relative(let relative): try relative.value(at: moment(now))
      }
    #expect(try value == DatePayload(parsing: date).value, "\(text) is \(value)")
  }

  @Test(arguments: [
    "", " ", "Buy 2 apples", "May I", "May", "Sun cream", "Buy sun cream", "march on",
    "March on Rome",
    "second floor", "Read 1984", "Read 2027", "Call 5 people in 3 shops", "Apocalypse now",
    "Live for today", "Edge of Tomorrow", "Watch \"Freaky friday\"", "Watch 'Tomorrow'",
    "Black Friday",
    "Prepare Good Friday", "Cyber Monday deals", "Prepare friday meeting", "Today show",
    "Review next month budget", "every friday", "Water plants every day", "Rent until friday",
    "Finish before friday", "What I did yesterday", "Undo last week", "3 days ago",
    "Holiday 2 weeks",
    "Call Marc", "Ask Jun", "Sit in the sun", "Where she sat", "They wed", "John 3:16", "High noon",
    "tomorrow's bread", "friday-night", "(tomorrow)", "see https://a.org/2026-12-05/x",
    "a@b tomorrowx",
    "mail bob@tomorrow", "`tomorrow`", "“tomorrow”", "@tomorrow", "@due(tomorrow)", "24-12-05",
    "Version 2026-12-05 of the plan", "Order next day", "in 2 hours and more",
    "Read chapter 4 may be",
    "You and may", "Dec", "12 monkeys", "7 days", "7", "5", "+3", "in", "at", "by", "due",
    "Call Ann tomorrow Bob", "Standup mon-fri 9am", "Water plants on monday and thursday",
    "Run on monday or on friday", "Swim monday and friday", "Read on the beach", "feb 30",
    "Pay 25:00", "tomorrow 25:00 sharp",
    "Buy a 2026-13-01",
  ])
  func wordsOfATitleAreLeftAlone(text: String) {
    let found = DatePhrase.find(in: text)
    #expect(found == nil, "\(text): \(found?.dateRange ?? 0..<0)")
  }

  @Test(arguments: [
    "a week ", "1d ", "+1d ", "3pm - ", "@x(", "@ ", "\" ", "\"", "“", "today . ", "today to ",
    "4 jan ", "next ", "in ", "due ", "by the end of ", "2026-12-05 ", "x", "\\(", "' a",
    "day after ",
  ])
  func aHostileTextTakesNoLonger(piece: String) {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let text = String(repeating: piece, count: count)
      // The best of three runs, since the machine may be busy.
      return (0..<3).map { _ in clock.measure { _ = DatePhrase.find(in: text) } }.min() ?? .zero
    }
    // Thirty times longer for the longer text; a thousand times if the time were quadratic.
    let (short, long) = (time(500), time(16_000))
    #expect(long < short * 300 + .milliseconds(250), "\(piece): \(short), \(long)")
  }

  @Test func everyPhraseFoundIsInTheTextAndNothingTraps() {
    var random = SeededGenerator(seed: 7)
    let pieces = [
      "tomorrow", "friday", "3pm", "-", "to", "4", "jan", "2027", "@due(", ")", "\"", "'", "on",
      "by",
      "due", "+", "2w", "in", "3", "days", "2026-12-05", "10:00", ",", ".", "é", "—", "next",
      "month",
      "end", "of", "the", "noon", "99999999", "0", "W01", "at",
    ]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        text += pieces.randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { text += " " }
      }
      guard let found = DatePhrase.find(in: text) else { continue }
      #expect(found.range.lowerBound <= found.dateRange.lowerBound)
      #expect(found.range.upperBound <= text.utf8.count)
      #expect(found.title.utf8.count <= text.utf8.count - found.range.count + 1)
    }
  }
}
