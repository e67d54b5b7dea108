import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates
import TaskFolderStore
import Testing

@Suite("Writing items into task files")
struct WritingTests {
  private let folder: TaskFolder
  private let home = ItemList.ID("home.taskpaper")

  init() throws {
    folder = try TaskFolder()
  }

  private func item(_ title: String, _ store: TaskFolderStore) async throws -> StoredItem {
    try #require(
      try await store.items(matching: ItemPredicate()).first { $0.item.title == title })
  }

  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  private var text: String { get throws { try folder.text("home.taskpaper") } }

  @Test func replacesOnlyTheTagThatChanged() async throws {
    try folder.write(
      "home.taskpaper", "Home:\r\n    -  Call Ann @x  @due(2026-12-3) @today \r\n\r\n- Plan")
    let store = try folder.open()
    var stored = try await item("Call Ann", store)
    stored.item.when = try date("2026-12-04")
    try await store.update(stored)
    let text = try text
    #expect(text == "Home:\r\n    -  Call Ann @x  @due(2026-12-4) @today \r\n\r\n- Plan")
  }

  @Test func writesACompletionIntoTheLine() async throws {
    try folder.write("home.taskpaper", "- Call Ann @due(2026-12-03)\n- Plan\n")
    let store = try folder.open()
    var stored = try await item("Call Ann", store)
    stored.item.status = .completed
    stored.item.completed = Instant(seconds: 1_796_000_000)
    try await store.update(stored)
    let text = try text
    #expect(text == "- Call Ann @due(2026-12-03) @done(2026-11-30 01:53)\n- Plan\n")
  }

  @Test func completesASeriesAsDoneDoes() async throws {
    try folder.write("home.taskpaper", "- Water @due(2026-12-01) @repeat(weekly)\n- Plan\n")
    let store = try folder.open()
    let series = try await item("Water", store)
    var changed = series
    changed.item.status = .completed
    changed.item.completed = Instant(seconds: 1_796_000_000)
    try await store.update(changed)
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-08) @repeat(weekly)
        - Water @due(2026-12-01) @done(2026-11-30 01:53)
        - Plan

        """)
    let now = try #require(try await store.item(at: series.id))
    #expect(now.item.status != .completed)
    #expect(now.item.when == (try date("2026-12-08")))
    #expect(try await store.items(matching: .completedReminders()).count == 1)
  }

  @Test func takesACompletedCopyAndAMovedSeriesAsOneCompletion() async throws {
    try folder.write("home.taskpaper", "- Water @due(2026-12-01) @repeat(weekly)\n- Plan\n")
    let store = try folder.open()
    var series = try await item("Water", store)
    var copy = CalendarItem(kind: .reminder, uid: "COPY", title: "Water")
    copy.when = series.item.when
    copy.status = .completed
    copy.completed = Instant(seconds: 1_796_000_000)
    series.item.when = try date("2026-12-08")
    let results = try await store.apply(
      [.create(ItemContent(copy)), .update(series.version, series.content)], to: home)
    #expect(results.allSatisfy { (try? $0.get()) != nil })
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-08) @repeat(weekly)
        - Water @due(2026-12-01) @done(2026-11-30 01:53)
        - Plan

        """)
    #expect(try await store.items(matching: .uid("COPY")).count == 1)
  }

  @Test func removesALineWithItsNotesAndLiftsItsParts() async throws {
    try folder.write(
      "home.taskpaper",
      "Home:\n\t- Call Ann\n\t\tabout the sink\n\t\t- Buy a valve\n\t\t\tbrass\n\t\t\t- Measure\n\t- Plan\n"
    )
    let store = try folder.open()
    try await store.remove(try await item("Call Ann", store).version)
    let text = try text
    #expect(
      text == "Home:\n\t- Buy a valve\n\t\tbrass\n\t\t- Measure\n\t- Plan\n")
    #expect(try await item("Buy a valve", store).item.relations == [])
  }

  @Test func addsToTheInboxAndBelowAParent() async throws {
    try folder.write("home.taskpaper", "Inbox:\n\t- First\n\nHome:\n\t- Call Ann\n\t\tnote\n")
    let store = try folder.open()
    let parent = try await item("Call Ann", store)
    var new = CalendarItem(kind: .reminder, uid: "1", title: "Second")
    new.notes = "one\ntwo"
    var part = CalendarItem(kind: .reminder, uid: "2", title: "Buy a valve")
    part.relations = [Relation(.parent, parent.item.uid)]
    var below = CalendarItem(kind: .reminder, uid: "3", title: "Measure")
    below.relations = [Relation(.parent, "2")]
    let results = try await store.apply(
      [new, part, below].map { .create(ItemContent($0)) }, to: home)
    #expect(results.allSatisfy { (try? $0.get()) != nil })
    let text = try text
    #expect(
      text == """
        Inbox:
        \t- First
        \t- Second
        \t\tone
        \t\ttwo

        Home:
        \t- Call Ann
        \t\tnote
        \t\t- Buy a valve
        \t\t\t- Measure

        """)
    #expect(try folder.backupCount == 1)
  }

  @Test func movesALineBelowItsNewParent() async throws {
    try folder.write(
      "home.taskpaper", "Home:\n\t- Call Ann\n\t- Buy a valve\n\t\tbrass\n\t\t- Measure\n- Plan\n")
    let store = try folder.open()
    let parent = try await item("Call Ann", store)
    var part = try await item("Buy a valve", store)
    part.item.relations = [Relation(.parent, parent.item.uid)]
    try await store.update(part)
    #expect(
      try text
        == "Home:\n\t- Call Ann\n\t\t- Buy a valve\n\t\t\tbrass\n\t\t\t- Measure\n- Plan\n")
    part = try await item("Buy a valve", store)
    part.item.relations = []
    try await store.update(part)
    #expect(
      try text == "Home:\n\t- Call Ann\n\t- Buy a valve\n\t\tbrass\n\t\t- Measure\n- Plan\n")
  }

  private let foreign = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    PRODID:-//other//program//EN\r
    BEGIN:VTODO\r
    UID:their own\r
    DTSTAMP:20260101T000000Z\r
    X-OTHER;X-P=1:kept\r
    SUMMARY:Call Ann\r
    DUE;VALUE=DATE:20261203\r
    GEO:52.5;13.4\r
    END:VTODO\r
    END:VCALENDAR\r

    """

  private func foreignContent() throws -> ItemContent {
    try #require(CalendarResource(bytes: Array(foreign.utf8)).content)
  }

  private func bytes(_ stored: StoredItem) -> String {
    String(decoding: stored.content.original.bytes ?? [], as: UTF8.self)
  }

  @Test func givesBackATextByteForByte() async throws {
    try folder.write("home.taskpaper", "")
    try await folder.open().create(try foreignContent(), in: home)
    let text = try text
    #expect(text == "- Call Ann @due(2026-12-03)\n")
    let again = try await item("Call Ann", try folder.open())
    #expect(bytes(again) == foreign)
    #expect(again.item.uid == "their own")
  }

  @Test func splicesOnlyWhatALineChanged() async throws {
    try folder.write("home.taskpaper", "")
    let store = try folder.open()
    try await store.create(try foreignContent(), in: home)
    try folder.write("home.taskpaper", "- Call Ann @due(2026-12-04)\n")
    let lines = bytes(try await item("Call Ann", store)).split(separator: "\r\n")
    let old = foreign.split(separator: "\r\n")
    #expect(lines.contains("DUE;VALUE=DATE:20261204"))
    let stamps = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "DUE"]
    let kept = { (all: [Substring]) in
      all.filter { line in !stamps.contains { line.hasPrefix($0) } }
    }
    #expect(kept(lines) == kept(old))
  }

  @Test(arguments: [
    ("@tz(America/New_York)", "@due(2026-12-24 03:30) @tz(America/New_York)"),
    ("@tz(floating)", "@due(2026-12-24 09:30)"), ("", "@due(2026-12-24 09:30)"),
  ])
  func writesTheFirstTimeOfALineInItsOwnZone(_ tag: String, line: String) async throws {
    try folder.write("home.taskpaper", "- Call @due(2026-12-04) \(tag)\n")
    let store = try folder.open()
    var stored = try await item("Call", store)
    stored.item.when = try date("2026-12-24 08:30")
    stored.item.anchor = .utc
    try await store.update(stored)
    #expect(
      try text.split(whereSeparator: \.isWhitespace).joined(separator: " ") == "- Call \(line)")
    try folder.write("home.taskpaper", try text.replacing(":30", with: ":45"))
    let now = try await item("Call", store).item
    #expect(now.when?.description == "2026-12-24 08:45" && now.anchor == .utc)
  }

  @Test func keepsNotesThatBeginLikeTasksOfPlainTasks() async throws {
    try folder.write("home.todo", "☐ Base\n")
    let store = try folder.open()
    var new = CalendarItem(kind: .reminder, uid: "1", title: "Shop")
    new.notes = "☐ milk\n✔ eggs\n[ ] q"
    try await store.create(new, in: ItemList.ID("home.todo"))
    let again = try folder.open()
    #expect(try await again.items(matching: ItemPredicate()).count == 2)
    #expect(try await item("Shop", again).item.notes == "☐ milk\n✔ eggs\n[ ] q")
  }

  @Test func movesALineAsItIs() async throws {
    let line = "- Call Ann @due(2026-12-3) @show(day) @mine(42) @remind(9:00)\n\t\ta note\n"
    try folder.write("home.taskpaper", line + "- Plan\n")
    try folder.write("work.taskpaper", "- Mail\n")
    let store = try folder.open()
    let old = try await item("Call Ann", store)
    let moved = try await store.move(old, to: ItemList.ID("work.taskpaper"))
    #expect(try text == "- Plan\n")
    #expect(
      try folder.text("work.taskpaper").hasPrefix(
        "- Mail\n- Call Ann @due(2026-12-3) @show(day) @mine(42) @remind(9:00)\n"))
    let now = try #require(try await store.item(at: moved.ref))
    #expect(now.item.isEqual(to: old.item))
  }

  @Test func movesAnAlarmAtAnInstantWithItsDate() async throws {
    try folder.write("home.taskpaper", "")
    let store = try folder.open()
    var content = try foreignContent()
    let alarm = Instant(seconds: 1_796_288_400)  // 2026-12-03 10:00 in Berlin
    content.item.alarms = [Alarm(.at(alarm))]
    try await store.create(content, in: home)
    #expect(try text == "- Call Ann @due(2026-12-03) @remind(2026-12-03 10:00)\n")
    try folder.write("home.taskpaper", "- Call Ann @due(2026-12-10) @remind(2026-12-03 10:00)\n")
    let moved = alarm.advanced(by: 7 * 86_400)
    #expect(try await item("Call Ann", store).item.alarms == [Alarm(.at(moved))])
  }

  @Test func leavesAnAlarmThatAPersonTypedWhereItIs() async throws {
    try folder.write("home.taskpaper", "- Call Ann @due(2026-12-03) @remind(2026-12-01 10:00)\n")
    let store = try folder.open()
    let alarms = try await item("Call Ann", store).item.alarms
    try folder.write("home.taskpaper", "- Call Ann @due(2026-12-10) @remind(2026-12-01 10:00)\n")
    #expect(try await item("Call Ann", store).item.alarms == alarms)
  }

  @Test func keepsWhatALineCannotExpressWhenAnotherFieldIsStored() async throws {
    try folder.write("home.taskpaper", "- Call Ann\n")
    let store = try folder.open()
    var stored = try await item("Call Ann", store)
    stored.item.color = "tomato"
    try await store.update(stored)
    #expect(try await item("Call Ann", try folder.open()).item.color == "tomato")
  }

  @Test func tellsTwoWritersApart() async throws {
    try folder.write("home.taskpaper", "- Call Ann\n- Plan\n")
    let (first, second) = (try folder.open(), try folder.open())
    var mine = try await item("Call Ann", first)
    var theirs = try await item("Plan", second)
    mine.item.title = "Call Anne"
    theirs.item.title = "Plan more"
    try await first.update(mine)
    try await second.update(theirs)
    let text = try text
    #expect(text == "- Call Anne\n- Plan more\n")
  }

  @Test func keepsTheItemsOfTwoWritersAtTheSameTime() async throws {
    try folder.write("home.taskpaper", "- Plan\n")
    let stores = [try folder.open(), try folder.open()]
    let list = home
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let item = CalendarItem(kind: .reminder, uid: "uid \(number)", title: "Item \(number)")
          try await stores[number % 2].create(item, in: list)
        }
      }
      try await group.waitForAll()
    }
    let uids = try await stores[0].items(matching: ItemPredicate(in: [list])).map(\.item.uid)
    #expect(ExactSet((0..<20).map { "uid \($0)" }).subtracting(uids).isEmpty)
    #expect(try text.split(separator: "\n").count == 21)
    #expect(try await stores[1].versions(in: list) == stores[0].versions(in: list))
  }

  @Test func createsAFileForAListThatIsTitledLikeACopy() async throws {
    let store = try folder.open(folder.mixed)
    let list = try await store.createList(ItemList.Details(title: "x.sync-conflict-1"))
    #expect(list.title == "x.sync-conflict-1" && list.id.name == "list.taskpaper")
    try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "New"), in: list.id)
    #expect(try folder.text("list.taskpaper") == "- New\n")
  }

  @Test func changesNoListsOfASingleFile() async throws {
    try folder.write("home.taskpaper", "- Plan\n")
    let store = try folder.open(file: "home.taskpaper")
    #expect(!store.capabilities.contains(.changesLists))
    #expect(try await store.lists().map(\.title) == ["home", "home"])
    let stored = try await item("Plan", store)
    #expect(try await item("Plan", try folder.open()).item.uid == stored.item.uid)
    await #expect(throws: StoreError.impossible(.changesLists)) {
      try await store.createList(ItemList.Details(title: "Other"))
    }
  }

  @Test func finishesAWriteThatWasKilledBeforeItWasSaved() async throws {
    try folder.write("home.taskpaper", "- Plan\n")
    let store = try folder.open()
    _ = try await store.versions(in: home)
    try folder.planKilledWrite(
      of: "- Plan\n- Call Ann\n", uid: "their own", title: "Call Ann", isNoted: false)
    #expect(try await item("Call Ann", store).item.uid == "their own")
  }

  @Test func takesInWhatARunWroteThatWasKilledAlsoIfTheFileWasEditedSince() async throws {
    try folder.write("home.taskpaper", "- Plan\n")
    let store = try folder.open()
    _ = try await store.versions(in: home)
    try folder.planKilledWrite(of: "- Plan\n- Call Ann\n", uid: "their own", title: "Call Ann")
    try folder.write("home.taskpaper", "- Plan\n- Call Ann @due(2026-12-01)\n- More\n")
    #expect(try await item("Call Ann", store).item.uid == "their own")
    #expect(try await item("More", store).item.uid != "their own")
  }

  @Test func writesTheBulletsOfMarkdown() async throws {
    try folder.write("b.md", "# Home\n\n- [ ] Water\n")
    let store = try folder.open()
    try await store.create(
      CalendarItem(kind: .reminder, uid: "1", title: "Plan"), in: ItemList.ID("b.md"))
    var water = try await item("Water", store)
    water.item.title = "Water all"
    try await store.update(water)
    #expect(try folder.text("b.md") == "- [ ] Plan\n# Home\n\n- [ ] Water all\n")
  }

  @Test(arguments: [
    ("📅 2026-12-01", "📅 2026-12-04", "📅 2026-12-05"),
    ("[due:: 2026-12-01]", " [due:: 2026-12-04]", " [due:: 2026-12-05]"),
    ("@due(2026-12-01)", "@due(2026-12-04)", "@due(2026-12-05)"),
  ])
  func writesTheFormOfMarkdown(old: String, new: String, changed: String) async throws {
    try folder.write("b.md", "- [ ] Water \(old)\n")
    let store = try folder.open()
    var plan = CalendarItem(kind: .reminder, uid: "1", title: "Plan")
    plan.when = .date(try DateParameters(year: 2026, month: 12, day: 4))
    try await store.create(plan, in: ItemList.ID("b.md"))
    #expect(try folder.text("b.md") == "- [ ] Water \(old)\n- [ ] Plan \(new)\n")
    var stored = try await item("Plan", store)
    stored.item.when = .date(try DateParameters(year: 2026, month: 12, day: 5))
    try await store.update(stored)
    #expect(try folder.text("b.md") == "- [ ] Water \(old)\n- [ ] Plan \(changed)\n")
    stored = try await item("Plan", store)
    stored.item.status = .inProcess
    try await store.update(stored)
    let tag = old.hasPrefix("@") ? " @started" : ""
    #expect(try folder.text("b.md") == "- [ ] Water \(old)\n- [/] Plan \(changed)\(tag)\n")
  }
}
