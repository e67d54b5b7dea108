import CalendarImports
import LineState
import TaskText
import Testing

@Suite("A plan without explanations")
struct BriefPlanTests {
  private let before = calendar(
    todo("DUE;VALUE=DATE:20261203\nX-OTHER:lost"), todo("PRIORITY:1", uid: "2", title: "b"))
  private let after = calendar(
    todo("DUE;VALUE=DATE:20261204\nX-OTHER:lost"), todo("PRIORITY:1", uid: "3", title: "c"))

  @Test func writesTheSameLinesAndTheSameState() throws {
    for (input, first) in [(before, nil), (after, before)] {
      let known = try first.map { try imported($0) }
      let (text, memory) = (known?.text ?? "", known?.memory ?? ImportMemory())
      let full = try imported(input, into: text, after: memory)
      let brief = try imported(input, into: text, after: memory) { $0.explains = false }
      #expect(brief.text == full.text)
      #expect(brief.memory == full.memory)
    }
  }

  @Test func namesNoAdditionsAndNoLosses() throws {
    let plan = try imported(before) { $0.explains = false }.plan
    #expect(plan.changes.isEmpty && plan.losses.isEmpty)
    #expect(try !imported(before).plan.losses.isEmpty)
  }

  @Test func hasNoStateIfItsTasksAreOnlyPrinted() throws {
    let options = try importOptions {
      $0.explains = false
      $0.remembers = false
    }
    let plan = ImportPlan([before], into: [taskFile("")], after: ImportMemory(), options: options)
    #expect(plan.files[0].edited.text == (try imported(before).text))
    #expect(plan.memory.items.isEmpty)
  }
}
