import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import Testing

/// A row of a table of phrases.
struct TypedPhrase: CustomTestStringConvertible, Sendable {
  let words: String
  let line: String

  var testDescription: String { words }

  /// The rows of a table: `words => line`, or words that stay as they are.
  static func rows(_ table: String) -> [TypedPhrase] {
    table.split(separator: "\n").map { row in
      let parts = String(row).split(separator: " => ", maxSplits: 1).map(String.init)
      return TypedPhrase(words: parts[0], line: parts.last ?? "")
    }
  }
}

@Suite("Words that people type") struct TypedPhraseTests {
  private static let other = [
    TypedPhrases.todoist, TypedPhrases.taskwarrior, TypedPhrases.topydo, TypedPhrases.obsidian,
    TypedPhrases.tickTick, TypedPhrases.khal, TypedPhrases.verbs,
  ].flatMap(TypedPhrase.rows)

  private func task(_ words: String) throws -> NewTask {
    let reader = LineFieldReader(relativeDates: .resolve(at: someNow)) { _ in nil }
    return try NewTask(words, reader: reader, now: someNow, zone: .utc)
  }

  @Test(arguments: other + TypedPhrase.rows(TypedPhrases.titles))
  func becomeTheExpectedLine(phrase: TypedPhrase) throws {
    #expect(try task(phrase.words).body(in: .taskPaper) == "- \(phrase.line)")
  }

  @Test func areMoreThanTwoHundredAndManyTitles() {
    #expect(Set(Self.other.map(\.words)).count >= 200)
    #expect(Set(TypedPhrase.rows(TypedPhrases.titles).map(\.words)).count >= 40)
  }

  /// A title without a date keeps every character, and gets no tag.
  @Test(arguments: TypedPhrase.rows(TypedPhrases.titles)) func areNoPhraseInATitle(
    phrase: TypedPhrase
  ) throws {
    #expect(phrase.line == phrase.words)
    #expect(try task(phrase.words).details(under: nil).isEmpty)
  }

  /// Each tag of a line is in what is printed, in the same figures.
  @Test(arguments: other) func arePrintedAsTheyWereUnderstood(phrase: TypedPhrase) throws {
    let made = try task(phrase.words)
    let printed = made.details(under: nil).joined(separator: "; ")
    for tag in made.body(in: .taskPaper).split(separator: " @").dropFirst() {
      let value = tag.split(separator: "(", maxSplits: 1).last.map(String.init) ?? ""
      let isOwn = phrase.words.contains("@\(value)")
      #expect(isOwn || printed.contains(value.prefix { $0 != ")" }), "\(value): \(printed)")
    }
  }

  /// A key of another program is taken out of the title, or a sentence reports that it stays.
  @Test(arguments: TypedPhrase.rows(TypedPhrases.taskwarrior + "\n" + TypedPhrases.topydo))
  func areTakenOrReported(phrase: TypedPhrase) throws {
    let made = try task(phrase.words)
    for key in made.title.split(separator: " ") where key.contains(":") {
      #expect(made.unread.contains { $0.contains(key) }, "\(key): \(made.unread)")
    }
  }

  @Test func areLeftInTheTitleIfAPersonWants() throws {
    var options = NewTask.Options()
    (options.takesDates, options.takesMarks) = (false, false)
    let reader = LineFieldReader(relativeDates: .resolve(at: someNow)) { _ in nil }
    for phrase in Self.other {
      let made = try NewTask(phrase.words, options, reader: reader, now: someNow, zone: .utc)
      #expect(made.body(in: .taskPaper) == "- \(phrase.words)")
    }
  }
}
