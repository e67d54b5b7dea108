import CalendarImports
import Foundation
import ICalendar
import LineState
import TaskText
import TestSupport
import Testing

@Suite("Calendars that others wrote")
struct CorpusImportTests {
  @Test func areImportedOnceHoweverOftenTheyAre() throws {
    let options = try importOptions()
    for file in Corpora.files(in: "ics", extensions: ["ics"]) {
      let bytes = Corpora.bytes(file)
      guard bytes.count < 20_000 else { continue }
      let inputs = [CalendarInput(name: file.path, reading: CalendarReading(bytes: bytes))]
      let plan = ImportPlan(
        inputs, into: [taskFile("- mine\n")], after: ImportMemory(), options: options)
      #expect(plan.files[0].edited.lines.count > 0)
      expectRest(plan, inputs, options)
      expectSameOfItemsReadAgain(
        plan, inputs, into: [taskFile("- mine\n")], after: ImportMemory(), options)
      let again = ImportPlan(
        inputs, into: [taskFile(plan.files[0].edited.text)], after: ImportMemory(), options: options
      )
      #expect(again.files[0].edited.text == plan.files[0].edited.text, "\(file.lastPathComponent)")
    }
  }
}
