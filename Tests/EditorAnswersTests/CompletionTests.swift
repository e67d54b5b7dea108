import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

struct CompletionTests {
  @Test(arguments: [
    ("- a @due(next fri| 3pm) @home", "next fri", "- a @due(2026-12-04 3pm) @home"),
    ("- a @due(2026-12-0|1 10:00)", "2026-12-02", "- a @due(2026-12-02 10:00)"),
    ("- a @due(tom| soon)", "tomorrow", "- a @due(2026-11-26)"),
  ])
  func keepsATimeAfterTheCursor(text: String, label: String, after: String) throws {
    let asked = try Asked(text)
    let answer = try #require(asked.document.completions(at: asked.cursor))
    let item = try #require(
      answer.items.first { $0.label.hasPrefix(label) || $0.text.hasPrefix(label) })
    let edit = TaskEdit([TaskEdit.Splice(answer.replaced, item.text.utf8)])
    #expect(asked.document.file.document.applying(edit).text == after)
  }

  @Test func offersTagsByFrequencyAndThenThoseOfDuecal() throws {
    let asked = try Asked("- a @phone\n- b @home @phone\n- c @|\n")
    #expect(asked.labels.prefix(2) == ["@phone", "@home"])
    #expect(asked.labels.contains("@due"))
    #expect(try Asked("- a @phone\n- b @ph|").labels == ["@phone"])
  }

  @Test(arguments: ["- a mail@x|", "- a |", "- a @b(c) d|", "bob@due(1|"])
  func offersNothingWhereNoTagIsTyped(text: String) throws {
    #expect(try Asked(text).labels.isEmpty)
  }

  @Test func offersADateAsItIsTypedWithItsMeaning() throws {
    let asked = try Asked("- a @due(tom|")
    #expect(asked.labels.first == "tomorrow")
    #expect(asked.texts.first == "2026-11-26)")
    #expect(asked.details.first == "Thu 26 Nov 2026, tomorrow")
  }

  @Test(arguments: [
    ("on the 12", "2026-12-12"), ("at 7pm on the 12th", "2026-12-12 19:00"),
    ("5. December", "2026-12-05"), ("3-5 December", "2026-12-03 thru 2026-12-05"),
    ("14:00-15:30 tomorrow", "2026-11-26 14:00 - 15:30"), ("5.12.", "2026-12-05"),
    ("new y", "2026-12-31"), ("tomorrow at 17h", "2026-11-26 17:00"),
  ])
  func wordsThatAreTypedBecomeFigures(typed: String, date: String) throws {
    let eve = try #require(NamedDay("New Year's Eve", on: ["31 dec"]))
    let asked = try Asked(
      "- a @due(\(typed)|)", conventions: DateConventions(order: .dayFirst, days: [eve]))
    #expect(asked.texts.contains(date), "\(asked.texts)")
  }

  @Test func aNumberOffersItsNextThreeDays() throws {
    #expect(
      try Asked("- a @due(23|)").texts.prefix(3) == ["2026-12-23", "2027-01-23", "2027-02-23"])
    #expect(
      try Asked("- a @due(31|)").texts.prefix(3) == ["2026-12-31", "2027-01-31", "2027-03-31"])
  }

  @Test(arguments: ["", "t", "2", "23", "next ", "wed", "2026-12-", "end of ", "tomorrow 9", "+1"])
  func neverOffersOneDateTwice(typed: String) throws {
    let texts = try Asked("- a @due(\(typed)|").texts
    #expect(!texts.isEmpty)
    #expect(Set(texts).count == texts.count)
  }

  @Test func replacesTheWholeValueAndLeavesItsParenthesis() throws {
    let asked = try Asked("- a @due(to|day) @x\n")
    let answer = try #require(asked.document.completions(at: asked.cursor))
    #expect(answer.replaced == 9..<14)
    #expect(asked.texts.first == "2026-11-25")
  }

  @Test func aRuleShowsItsNextThreeDates() throws {
    let asked = try Asked("- a @due(2026-12-01) @repeat(every 2 w|")
    #expect(asked.labels.contains("every 2 weeks"))
    #expect(asked.details.first == "Tue 1 Dec, Tue 15 Dec, Tue 29 Dec")
  }

  @Test func anAlarmShowsWhenItRings() throws {
    let asked = try Asked("- a @due(2026-12-01 15:00) @remind(15|")
    #expect(asked.labels.first == "15m")
    #expect(asked.details.first == "rings Tue 1 Dec 2026 14:45, in 6 days")
  }

  @Test(arguments: ["", "1", "1h", "9", "9:00", "tom", "2026-12-01 1", "+1"])
  func anAlarmIsOfferedOnce(typed: String) throws {
    let labels = try Asked("- a @due(2026-12-01 15:00) @remind(\(typed)|").labels
    #expect(!labels.isEmpty)
    #expect(Set(labels).count == labels.count, "\(labels)")
  }

  @Test func anOpenFieldOfDataviewIsClosed() throws {
    #expect(try Asked("- [ ] a [due:: tom|\n", dialect: .markdown).texts == ["2026-11-26]"])
    #expect(try Asked("- [ ] a (due:: tom|\n", dialect: .markdown).texts == ["2026-11-26)"])
    #expect(try Asked("- [ ] a [due:: tom|]\n", dialect: .markdown).texts == ["2026-11-26"])
    let other = try Asked("- [ ] a [due:: tom| b [start:: 2026-12-01] c\n", dialect: .markdown)
    #expect(other.texts == ["2026-11-26]"])
    #expect(other.replaced == "tom")
    #expect(try Asked("- [ ] a [due:: tom| 3pm]\n", dialect: .markdown).replaced == "tom")
  }

  @Test func aSignOfAReminderTakesADayWithATime() throws {
    let asked = try Asked("- [ ] a ⏰ tom| 📅 2026-12-01\n", dialect: .markdown)
    #expect(asked.texts.first == "2026-11-26 09:00")
    #expect(asked.details.first == "rings Thu 26 Nov 2026 09:00, tomorrow")
    let time = try Asked("- [ ] a ⏰ tomorrow 15:3| 📅 2026-12-01\n", dialect: .markdown)
    #expect(time.texts.allSatisfy { $0.hasPrefix("2026-11-26 15:3") })
    for typed in ["", "15", "2026-12-0", "fri"] {
      let asked = try Asked("- [ ] a 📅 2026-12-01 ⏰ \(typed)|\n", dialect: .markdown)
      #expect(!asked.texts.isEmpty)
      #expect(asked.texts.allSatisfy { $0.contains(":") })
      #expect(Set(asked.texts).count == asked.texts.count, "\(asked.labels)")
    }
  }

  @Test func offersNoSignsOfNotesAsTags() throws {
    let note = try Asked("- [ ] a ⏫ 📅 2026-11-20 ^blk\n", dialect: .markdown).document.file
    let asked = try Asked("- a |@\n", names: EditorNames(note))
    let labels = asked.document.completions(at: asked.cursor + 1)?.items.map(\.label) ?? []
    #expect(labels.contains("@due"))
    #expect(labels.allSatisfy { $0.dropFirst().allSatisfy(\.isLetter) })
    let actions = asked.document.actions(in: 0..<0, []).map(\.title)
    #expect(!actions.contains { $0.hasPrefix("Tag with") })
  }

  @Test func offersProjectsAndValues() throws {
    #expect(try Asked("Home:\n\tKitchen:\n- a @project(kit|").texts == ["Home / Kitchen)"])
    #expect(try Asked("- a @where(attic)\n- b @where(|").texts == ["attic)"])
  }

  @Test func inMarkdownOnlyTaskLinesCount() throws {
    #expect(try Asked("Prose @d|\n", dialect: .markdown).labels.isEmpty)
    #expect(try !Asked("- [ ] a @d|\n", dialect: .markdown).labels.isEmpty)
  }
}
