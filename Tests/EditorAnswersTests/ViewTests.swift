import EditorAnswers
import TaskBridge
import TaskDates
import TaskText
import Testing

struct ViewTests {
  private func facts(_ asked: Asked) -> LineFacts {
    var facts = LineFacts()
    facts.update(asked.document)
    return facts
  }

  private func hints(_ text: String) throws -> TimedAnswer<[EditorHint]> {
    let asked = try Asked(text)
    return asked.document.hints(in: 0..<1000, facts(asked))
  }

  @Test func hintsShowDistancesAndOpenTasks() throws {
    let text =
      "Home:\n\t- a @due(2026-12-01)\n\t- b @due(2026-11-20)\n\t- c @due(2026-12-01) @done\n"
    let answer = try hints(text)
    #expect(answer.value.map(\.label) == ["2 open, 1 late", "in 6 days", "5 days ago"])
    #expect(answer.value.map(\.offset) == [5, 27, 49])
    #expect(answer.changes == Instant(seconds: 1_795_651_200))
  }

  @Test(arguments: [
    ("2026-11-25 10:30", "in 30 minutes", 1), ("2026-11-25 12:00", "in 2 hours", 1),
    ("2026-11-25 09:59", "1 minute ago", 60), ("2026-11-25 10:00", "now", 60),
    ("2026-11-26", "tomorrow", 50400), ("2027-03-25", "in 4 months", 50400),
  ])
  func aDistanceChangesExactlyWhenItBecomesWrong(
    date: String, distance: String, seconds: Int
  ) throws {
    let answer = try hints("- a @due(\(date))\n")
    #expect(answer.value.map(\.label) == [distance])
    #expect(answer.changes == Instant(seconds: 1_795_600_800 + seconds))
  }

  @Test func theNextDistanceIsAnotherOneAndTheOneBeforeIsNot() throws {
    let dates = [
      "2026-11-25 10:30", "2026-11-25 23:00", "2026-11-25 07:01", "2026-11-25", "2026-11-30",
      "2027-06-01", "2029-01-01", "2026-11-20 - 2026-11-28", "2026-W50", "2025-11-01",
    ]
    for date in dates {
      var second = 1_795_600_800
      for _ in 0..<40 {
        let asked = try Asked("- a @due(\(date))\n", at: second)
        let answer = asked.document.hints(in: 0..<1, facts(asked))
        let end = try #require(answer.changes).seconds
        let before = try Asked("- a @due(\(date))\n", at: end - 1)
        let after = try Asked("- a @due(\(date))\n", at: end)
        #expect(before.document.hints(in: 0..<1, facts(before)).value == answer.value)
        #expect(after.document.hints(in: 0..<1, facts(after)).value != answer.value, "\(date)")
        second = end
      }
    }
  }

  @Test func factsFollowAChange() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomText(seed: seed)
      var text = random.text()
      var kept = LineFacts()
      var asked = try Asked(text)
      var change: LineChange?
      for _ in 0..<5 {
        kept.update(asked.document, after: change)
        let fresh = facts(try Asked(text))
        let all = asked.document.file.document.lines.indices
        #expect(kept.counts(all, asked.document.clock) == fresh.counts(all, asked.document.clock))
        text = random.edited(text)
        (asked, change) = try asked.changed(to: text)
      }
    }
  }

  @Test func lensesCountTheFileAndItsProjects() throws {
    let asked = try Asked(
      "Home:\n\t- a @due(2026-11-25)\n\t- b @done\nWork:\n\t- c @due(2026-11-20)\n")
    let lenses = asked.document.lenses(facts(asked)).value
    #expect(
      lenses.map(\.title) == [
        "1 late, 1 due today, 2 open in this file", "archive 1 done", "1 late, 1 open",
      ])
    #expect(lenses.map(\.line) == [0, 0, 3])
    #expect(lenses[1].change == .archive)
  }

  @Test func tokensNameTheParts() throws {
    let asked = try Asked("Home:\n- a b @due(2026-12-01) @x\n- c @done\nnote\n")
    let tokens = asked.document.tokens(in: 0..<9)
    let text = asked.document.file.document
    #expect(
      tokens.map { text.string($0.range) } == [
        "Home", "-", "@due", "2026-12-01", "@x", "-", "c", "@done", "note",
      ])
    #expect(
      tokens.map(\.kind) == [
        .project, .bullet, .field, .date, .tag, .bullet, .closedTask, .field, .note,
      ])
  }

  @Test func tokensNeverOverlap() throws {
    for dialect in TaskDialect.allCases {
      for seed in 0..<150 as Range<UInt64> {
        var random = RandomText(seed: seed)
        let tokens = try Asked(random.text(), dialect: dialect).document.tokens(in: 0..<99)
        for (left, right) in zip(tokens, tokens.dropFirst()) {
          #expect(left.range.upperBound <= right.range.lowerBound)
        }
      }
    }
  }

  @Test func foldsAreTheLinesWithSomethingBelow() throws {
    let asked = try Asked("Home:\n\t- a\n\t\tnote\n\n\t- b\n\nWork:\n")
    #expect(asked.document.folds() == [0..<5, 1..<3])
  }

  @Test func selectionsGrowFromTheValueToTheFile() throws {
    let asked = try Asked("Home:\n\t- a @due(2026|)\n\t- b\n")
    let text = asked.document.file.document
    #expect(
      asked.document.selections(at: asked.cursor).map(text.string) == [
        "2026", "@due(2026)", "- a @due(2026)", "\t- a @due(2026)", "\t- a @due(2026)\n",
        "Home:\n\t- a @due(2026)\n\t- b\n",
      ])
  }

  @Test func symbolsAreTheOutline() throws {
    let symbols = try Asked("Home:\n\t- a @due(2026-12-01)\n\t\t- b @done\nnote\n- c\n").document
      .symbols()
    #expect(symbols.map(\.name) == ["Home", "c"])
    #expect(symbols[0].children.map(\.name) == ["a"])
    #expect(symbols[0].children[0].detail == "2026-12-01")
    #expect(symbols[0].children[0].children.map(\.kind) == [.closedTask])
  }

  @Test func theBoxOfMarkdownDecidesWhetherATaskIsClosed() throws {
    let text = "- [ ] a ✅ 2026-12-01\n- [x] b\n- [ ] c @done\n"
    let symbols = try Asked(text, dialect: .markdown).document.symbols()
    #expect(symbols.map(\.kind) == [.task, .closedTask, .closedTask])
  }

  @Test func linksAreAddressesAndFiles() throws {
    let links = try Asked(
      "- See (https://a.org/x_(y)), ./b.md. @url(http://c.org/?d=1) mailto:e@f.org\n- g 1:2 a./b\n"
    ).document.links()
    #expect(
      links.map(\.target) == [
        "https://a.org/x_(y)", "./b.md", "http://c.org/?d=1", "mailto:e@f.org",
      ])
  }

  @Test func linksOfMarkdownEndWithTheirBracketsAndHaveNoEscapes() throws {
    let text =
      "- [ ] [a](https://a.org/b\\_c\\)) [https://d.org](https://d.org/) [[./e.md]]\n"
      + "\t- [ ] https://[::1]/f <https://g.org>\n"
    let links = try Asked(text, dialect: .markdown).document.links()
    #expect(
      links.map(\.target) == [
        "https://a.org/b_c)", "https://d.org", "https://d.org/", "./e.md", "https://[::1]/f",
        "https://g.org",
      ])
    #expect(
      try Asked("- https://a.org/b\\_c\n").document.links()[0].target == "https://a.org/b\\_c")
  }
}
