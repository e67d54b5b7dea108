import CalendarImports
import CalendarItems
import CompactDictionary
import ExactText
import LineState
import TaskDates
import Testing

@Suite("Lines whose last occurrence is over")
struct PastTests {
  private let old = event(
    "DTSTART:20261101T100000Z\nDTEND:20261101T110000Z", uid: "old", title: "old")
  private let new = event(
    "DTSTART:20261201T100000Z\nDTEND:20261201T110000Z", uid: "new", title: "new")
  private let overdue = todo("DUE;VALUE=DATE:20261101", uid: "task", title: "task")
  private let closed = todo(
    "DUE;VALUE=DATE:20261101\nSTATUS:COMPLETED\nCOMPLETED:20261101T100000Z", uid: "closed",
    title: "closed")

  private func options(_ past: ImportOptions.Past) throws -> (inout ImportOptions) -> Void {
    let now = Instant(seconds: 1_795_305_600)  // 2026-11-22, midnight in UTC
    return { ($0.now, $0.past) = (now, past) }
  }

  private func person(
    _ past: ImportOptions.Past, _ components: String...
  ) throws -> Person {
    try Person(calendar(components.joined(separator: "\n")), change: try options(past))
  }

  @Test func stayWhateverTheCalendarLists() throws {
    var person = try person(.keep, old, new, overdue, closed)
    try person.imports(calendar(new))
    #expect(person.last.lines.count == 3)
    #expect(person.last.changes == ["removed task"])
  }

  @Test func goAndDoNotComeBack() throws {
    var person = try Person(calendar(old, new, overdue, closed)) { _ in }
    let (text, memory) = (person.text, person.memory)
    #expect(person.last.lines.count == 4)
    let first = try imported(
      calendar(old, new, overdue, closed), into: text, after: memory, change: options(.delete))
    #expect(first.lines.count == 2)
    let kept = try imported(
      calendar(old, new, overdue, closed), into: first.text, after: first.memory,
      change: options(.keep))
    #expect(kept.text == first.text)
    person = try self.person(.delete, old, new, overdue, closed)
    #expect(person.text == first.text)
  }

  @Test func goUnlessAPersonWroteInThem() throws {
    let first = try imported(calendar(old, new))
    let text = first.text.replacing("- old", with: "- old, with Ann")
    let again = try imported(
      calendar(old, new), into: text, after: first.memory, change: options(.delete))
    #expect(again.text == text)
  }

  @Test func areArchivedWithTheirNotes() throws {
    let talk = event(
      "DTSTART:20261101T100000Z\nDTEND:20261101T110000Z\nDESCRIPTION:one", uid: "talk",
      title: "talk")
    let first = try imported(calendar(talk, new))
    let then = try imported(
      calendar(talk, new), into: first.text, after: first.memory, change: options(.archive))
    let archived = try imported(calendar(talk, new), change: options(.archive))
    for lines in [then.lines, archived.lines] {
      #expect(lines.count == 4 && lines[0].hasPrefix("- new") && lines[1] == "Archive:")
      #expect(lines[2].hasPrefix("\t- talk") && lines[3] == "\t\tone")
    }
  }

  @Test func areArchivedAndReturnWhenTheyTakePlaceAgain() throws {
    var person = try person(.archive, old, new)
    #expect(person.last.lines.map { $0.hasPrefix("\t") } == [false, false, true])
    try person.imports(calendar(old.replacing("202611", with: "202612"), new))
    #expect(person.last.lines.filter { $0.contains("- old") }.allSatisfy { $0.hasPrefix("- old") })
  }

  @Test(arguments: [
    ("RRULE:FREQ=WEEKLY", false), ("RRULE:FREQ=WEEKLY;COUNT=3", true),
    ("RRULE:FREQ=WEEKLY;COUNT=4", false), ("RRULE:FREQ=WEEKLY;UNTIL=20261115T100000Z", true),
    ("RRULE:FREQ=WEEKLY;UNTIL=20261124T100000Z", false), ("RDATE:20261130T100000Z", false),
    ("RRULE:FREQ=WEEKLY;COUNT=4\nEXDATE:20261122T100000Z", true),
  ])
  func areOfASeriesOnlyAfterItsLastOccurrence(rule: String, isOver: Bool) throws {
    let series = event("DTSTART:20261101T100000Z\n" + rule, uid: "s", title: "s")
    let person = try person(.delete, series, new)
    #expect(person.text.contains("- s") == !isOver)
  }

  @Test func areNoneOfASeriesWithAMovedOccurrenceToCome() throws {
    let series = event("DTSTART:20261101T100000Z\nRRULE:FREQ=WEEKLY;COUNT=3", uid: "s", title: "s")
    let later = event(
      "RECURRENCE-ID:20261108T100000Z\nDTSTART:20261205T100000Z", uid: "s", title: "later")
    let person = try person(.delete, series, later)
    #expect(person.last.lines.count == 2)
  }

  @Test func areNotCountedAmongThoseThatAreGone() throws {
    let many = (1...40).map {
      event("DTSTART:20261101T100000Z", uid: "\($0)", title: "meeting \($0)")
    }.joined(separator: "\n")
    var person = try person(.keep, many, new)
    try person.imports(calendar(new))
    #expect(person.last.plan.refusal == nil && person.last.lines.count == 41)
  }
}

@Suite("Items without a UID")
struct NamelessItemTests {
  private func nameless(_ properties: String, _ title: String = "Class") -> String {
    event("DTSTART:20270101T090000Z\n" + properties, uid: "UID", title: title)
      .replacing("UID:UID\n", with: "")
  }

  @Test func allGetALineAlsoWithOneTitleAndStart() throws {
    let (weekly, monthly) = (nameless("RRULE:FREQ=WEEKLY"), nameless("RRULE:FREQ=MONTHLY"))
    var person = try Person(calendar(weekly, monthly))
    #expect(person.last.lines.count == 2)
    #expect(Set(person.memory.items.keys.map(\.uid)).count == 2)
    let text = person.text
    try person.imports(calendar(monthly, weekly))
    #expect(person.text == text)
    try person.imports(calendar(monthly, nameless("RRULE:FREQ=DAILY"), weekly))
    #expect(person.last.lines.count == 3)
  }

  @Test func haveUIDsThatNameOneItem() throws {
    let uids = try imported(calendar(nameless(""), nameless("", "Other"))).memory.items.keys
      .map(\.uid)
    #expect(uids.allSatisfy { $0.count == 36 && !$0.contains(" ") })
  }

  @Test func keepTheLinesThatVersion01GaveThem() throws {
    let input = calendar(nameless(""), nameless("", "Other"))
    let first = try imported(input)
    var old = ImportMemory()
    (old.zone, old.otherZones, old.texts) = (
      first.memory.zone, first.memory.otherZones, first.memory.texts
    )
    for item in first.plan.items {
      let name = ItemName(uid: "\(item.item.title) 2027-01-01 09:00")
      old.items[name] = first.memory.items[item.name]
      old.components[name.uid] = first.memory.components[item.name.uid]
    }
    let again = try imported(input, into: first.text, after: old)
    #expect(again.text == first.text && again.changes.isEmpty)
    #expect(again.memory == first.memory)
  }
}
