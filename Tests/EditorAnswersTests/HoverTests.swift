import EditorAnswers
import TaskDates
import Testing

struct HoverTests {
  private func hover(_ text: String) throws -> String? {
    let asked = try Asked(text)
    return asked.document.hover(at: asked.cursor)?.value.text.markdown
  }

  @Test func explainsADate() throws {
    let text = try #require(try hover("- Pay rent @due(2026-12-|01)\n"))
    #expect(text.contains("due date"))
    #expect(text.contains("Tue 1 Dec 2026, in 6 days"))
  }

  @Test func showsTheOccurrencesOfASeries() throws {
    let text = try #require(
      try hover("- Choir @due(2026-12-01) @re|peat(weekly) @except(2026-12-08)\n"))
    #expect(text.contains("next: Tue 1 Dec, Tue 15 Dec, Tue 22 Dec, Tue 29 Dec, Tue 5 Jan 2027"))
    #expect(text.contains("except 2026-12-08"))
  }

  @Test func showsBothClocks() throws {
    let text = try #require(try hover("- Call @due(2026-12-0|1 15:00) @tz(Europe/Berlin)\n"))
    #expect(text.contains("15:00"))
    #expect(text.contains("14:00 in UTC"))
  }

  @Test func showsTheComponentThatAnExportWrites() throws {
    let text = try #require(try hover("- Pay r|ent @due(2026-12-01)\n"))
    #expect(text.contains("BEGIN:VTODO"))
    #expect(text.contains("SUMMARY:Pay rent"))
    #expect(text.contains("DUE;VALUE=DATE:20261201"))
    // A feed keeps the stamps that it has.
    for name in ["UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"] {
      #expect(!text.contains("\(name):"))
    }
  }

  @Test func changesAtMidnight() throws {
    let asked = try Asked("- Pay @due(2026-12-|01)\n")
    #expect(asked.document.hover(at: asked.cursor)?.changes == Instant(seconds: 1_795_651_200))
  }

  @Test func saysNothingAboutProse() throws {
    #expect(try hover("A lin|e\n") == nil)
  }
}
