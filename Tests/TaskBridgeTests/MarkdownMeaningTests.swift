import Diagnostics
import TaskBridge
import TaskDates
import TaskText
import Testing

private func read(_ line: String) -> (fields: LineFields, messages: [String], title: String) {
  let document = TaskDocument(line, dialect: .markdown)
  let file = TaskFile(name: "a.md", identity: "a.md", modified: .epoch, document: document)
  var diagnostics: [Diagnostic] = []
  let fields = LineFieldReader { _ in nil }.fields(
    of: document, line: 0, diagnostics: &diagnostics)
  return (fields, diagnostics.map(\.sentence), LineText(file, line: 0).title(Vocabulary()))
}

@Suite("The signs of Obsidian Tasks")
struct MarkdownMeaningTests {
  @Test func areFieldsAndNotInTheTitle() {
    let line = read("- [ ] a 🆔 x ⏫ 🔁 every week when done ➕ 2026-11-01 📅 2026-12-03 #b ^c")
    #expect(line.title == "a #b")
    #expect(line.fields.priority == 3)
    #expect(line.fields.repetition?.isAfterDone == true)
    #expect(line.fields.due?.value?.description == "2026-12-03")
    #expect(line.fields.categories == ["b"])
    #expect(line.messages == [])
  }

  @Test func aScheduledDayIsAStartUnlessThereIsOne() {
    #expect(read("- [ ] a ⏳ 2026-12-01").fields.start?.value?.description == "2026-12-01")
    let line = read("- [ ] a 🛫 2026-11-01 ⏳ 2026-12-01")
    #expect(line.fields.start?.value?.description == "2026-11-01")
    #expect(line.messages == ["the line has a start, so the scheduled day is not exported"])
  }

  @Test(arguments: [
    "🛫 2026-11-28 ⏳ 2026-12-01", "⏳ 2026-12-01 🛫 2026-11-28", "⏳ 2026-12-01 #x 🛫 2026-11-28 #y",
    "⏳\u{FE0E} 2026-12-01 🛫\u{FE0F} 2026-11-28",
  ])
  func theOrderOfStartAndScheduledDayDoesNotMatter(signs: String) {
    let line = read("- [ ] a \(signs)")
    #expect(line.fields.start?.value?.description == "2026-11-28")
    #expect(line.title.hasPrefix("a") && !line.title.contains("2026"), "\(line.title)")
    #expect(line.messages == ["the line has a start, so the scheduled day is not exported"])
    let series = read("- [ ] a 🔁 every week \(signs)")
    #expect(series.fields.start?.value?.description == "2026-12-01")
    #expect(
      series.messages == [
        "the repetition counts from the scheduled day, so the start is not exported"
      ])
  }

  @Test func theBoxDecidesTheState() {
    #expect(!read("- [ ] a ✅ 2026-12-01").fields.isDone)
    let line = read("- [x] a ✅ 2026-12-01")
    #expect(line.fields.isDone && line.fields.completed?.description == "2026-12-01")
    #expect(read("- [/] a").fields.isStarted)
  }

  @Test func aSignThatIsNotReadIsReported() {
    #expect(
      read("- [ ] a 📅 2026-12-03 b").messages == [
        "📅 is not read here; expected 📅 2026-12-03 at the end of the line"
      ])
    #expect(
      read("- [ ] a 🔁 every week until 2027-01-01").messages == [
        "🔁 is not read here; expected 🔁 every 2 weeks at the end of the line"
      ])
    #expect(
      read("- [ ] a repeat:: every week").messages == [
        "repeat:: is not read here; expected brackets around it, as in [repeat:: every 2 weeks]"
      ])
    #expect(read("- [ ] buy ✅ and ❌ stickers").messages == [])
  }

  @Test(arguments: ["📅 tomorrow", "📅 next friday #x", "🔁 📅 2026-11-21", "⏳ 🔺"])
  func aSignWithoutAValueIsReported(fields: String) {
    #expect(read("- [ ] a \(fields)").messages.count == 1)
  }

  @Test(arguments: ["📅 Meeting", "plan 📅", "📅 with Ann tomorrow", "the party 📅 @home"])
  func anOrnamentIsNotReported(title: String) {
    #expect(read("- [ ] \(title)").messages == [])
  }

  @Test func anUnknownPhraseIsReported() {
    #expect(read("- [ ] a 🔁 every full moon 📅 2026-12-03").messages.count == 1)
  }
}
