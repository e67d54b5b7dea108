import Diagnostics
import EditorAnswers
import LineCodec
import TaskBridge
import TaskDates
import TaskText
import Testing

struct DiagnosticTableTests {
  @Test(arguments: TaskDialect.allCases)
  func aChangedTextHasTheMessagesOfAFreshOne(dialect: TaskDialect) throws {
    for seed in 0..<120 as Range<UInt64> {
      var random = RandomText(seed: seed)
      var text = random.text()
      var table = DiagnosticTable()
      var asked = try Asked(text, dialect: dialect)
      var change: LineChange?
      for _ in 0..<8 {
        table.update(asked.document, after: change)
        let fresh = try Asked(text, dialect: dialect).document.diagnostics()
        #expect(table.diagnostics == fresh.value, "seed \(seed): \(text.debugDescription)")
        #expect(table.changes == fresh.changes)
        text = random.edited(text)
        (asked, change) = try asked.changed(to: text)
      }
    }
  }

  /// A line with 20,000 faults took minutes when all its tags were looked at for each of them.
  @Test(.timeLimit(.minutes(1))) func theFaultsOfALongLineAreFoundSoon() throws {
    let text = "- a" + String(repeating: " @due(2026-02-30)", count: 20_000)
    let document = try Asked(text).document
    let found = document.diagnostics().value
    #expect(found.count >= 20_000)
    #expect(!document.actions(in: 0..<text.utf8.count, found).isEmpty)
  }

  @Test func theMessagesAreThoseOfCheck() throws {
    for seed in 500..<600 as Range<UInt64> {
      var random = RandomText(seed: seed)
      let document = try Asked(random.text()).document
      let clock = document.clock
      let named = NamedZones([document.file], Vocabulary())
      let reader = LineFieldReader(
        relativeDates: .warn, pinned: { $0.resolved(at: clock.now, in: clock.zone) },
        isZoneKnown: named.error)
      let checked = LineChecks(reader, zone: .utc, zones: named.zones)
        .diagnostics(of: [document.file])[0].map(\.sentence).sorted()
      let shown = document.diagnostics().value.filter { !$0.isDoubt }.map(\.sentence).sorted()
      #expect(Set(shown).isSuperset(of: Set(checked)))
    }
  }

  @Test func aTextOfManyThreadsHasTheMessagesOfOne() throws {
    let text = String(repeating: "- a @due(2026-02-30)\n- b @due(tomorrow)\n", count: 3000)
    let document = try Asked(text).document
    var (one, many) = (DiagnosticTable(), DiagnosticTable())
    one.update(document)
    many.update(document, threads: 4)
    #expect(one.diagnostics == many.diagnostics)
    #expect(one.diagnostics.count == 6000)
  }

  @Test func saysWhichWordsCanBeMeantInTwoWays() throws {
    let document = try Asked("- a @due(next friday)\n").document
    let doubt = try #require(document.diagnostics().value.first { $0.isDoubt })
    #expect(doubt.severity == .note)
    #expect(doubt.remedies == [.write("2026-12-04", 9..<20), .write("2026-11-27", 9..<20)])
  }

  @Test func messagesAboutHoursChangeWithTheMinute() throws {
    let changes = try Asked("- a @due(+3h)\n").document.diagnostics().changes
    #expect(changes == Instant(seconds: 1_795_600_860))
  }
}

extension EditorDiagnostic {
  /// True for a note about words with two meanings, which `duecal check` does not report.
  fileprivate var isDoubt: Bool { severity == .note && !remedies.isEmpty }
}
