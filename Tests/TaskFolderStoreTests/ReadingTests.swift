import CalendarItems
import CalendarStores
import ExactText
import StoredText
import TaskDates
import TaskFolderStore
import Testing

@Suite("Reading task files as lists")
struct ReadingTests {
  private let folder: TaskFolder
  private let home = ItemList.ID("home.taskpaper")

  init() throws {
    folder = try TaskFolder()
  }

  private func reminders(_ store: TaskFolderStore) async throws -> [StoredItem] {
    try await store.items(matching: ItemPredicate(.reminder))
  }

  private func reminder(_ title: String, _ store: TaskFolderStore) async throws -> StoredItem {
    try #require(try await reminders(store).first { $0.item.title == title })
  }

  @Test func makesTwoListsOfEachFile() async throws {
    try folder.write(
      "home.taskpaper", "- Call Ann @due(2026-12-03)\n- Dentist @due(2026-12-04 09:00-10:00)\n")
    try folder.makeFolder("work")
    try folder.write("work/plan.taskpaper", "- Plan\n")
    let store = try folder.open()
    let lists = try await store.lists()
    #expect(
      lists.map(\.id.name) == [
        "home.taskpaper", "home.taskpaper?events", "work/plan.taskpaper",
        "work/plan.taskpaper?events",
      ])
    #expect(lists.map(\.title) == ["home", "home", "work/plan", "work/plan"])
    #expect(lists.map(\.details.kinds) == [[.reminder], [.event], [.reminder], [.event]])
    let events = try await store.items(matching: ItemPredicate(in: [lists[1].id]))
    #expect(events.map(\.item.title) == ["Dentist"])
  }

  @Test(arguments: [("home", "away"), ("home", "zoo")])
  func givesALineThatMovedToAnotherFileItsItemAlthoughAnotherIsInItsPlace(
    _ names: (old: String, new: String)
  ) async throws {
    try folder.write("\(names.old).taskpaper", "- Pay rent\n- Read\n")
    try folder.write("\(names.new).taskpaper", "- Rest\n")
    let old = try await reminder("Read", folder.open(folder.mixed)).item.uid
    try folder.write("\(names.old).taskpaper", "- Pay rent\n- Fix bike\n")
    try folder.write("\(names.new).taskpaper", "- Rest\n- Read\n")
    let store = try folder.open(folder.mixed)
    _ = try await store.items(matching: ItemPredicate())
    let moved = try await reminder("Read", store)
    #expect(moved.item.uid == old && moved.id.list.name == "\(names.new).taskpaper")
    #expect(try await reminder("Fix bike", store).item.uid != old)
  }

  @Test(
    arguments: ["away", "zoo"],
    [
      "- Call Ann @due(2027-02-20) @repeat(weekly)", "- Call Ann @due(2027-01-12) @urgent",
      "- Call Ann again @due(2027-01-12) @repeat(weekly)", "- Call Ann @done(2026-12-01)",
    ])
  func givesALineItsItemThatMovedToAnotherFileAndWasEdited(
    _ file: String, _ line: String
  ) async throws {
    try folder.write("home.taskpaper", "- Rest\n")
    try folder.write("\(file).taskpaper", "- Read\n")
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a phone//EN\r\nBEGIN:VTODO\r\nUID:theirs\r
      DTSTAMP:20260101T000000Z\r\nX-OTHER:kept\r\nSUMMARY:Call Ann\r\nDTSTART;VALUE=DATE:20270112\r
      DUE;VALUE=DATE:20270112\r\nRRULE:FREQ=WEEKLY\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
      """
    let content = try #require(CalendarResource(bytes: Array(text.utf8)).content)
    try await folder.open(folder.mixed).create(content, in: ItemList.ID("home.taskpaper"))
    try folder.write("home.taskpaper", "- Rest\n- Feed the cat\n")
    try folder.write("\(file).taskpaper", "- Read\n\(line)\n")
    let moved = try #require(
      try await reminders(folder.open(folder.mixed)).first { $0.item.title.contains("Ann") })
    let movedText = String(decoding: moved.content.original.bytes ?? [], as: UTF8.self)
    #expect(moved.item.uid == "theirs" && movedText.contains("X-OTHER:kept"))
    #expect(moved.id.list.name == "\(file).taskpaper")
    #expect(
      try await reminder("Feed the cat", folder.open(folder.mixed)).item.uid != moved.item.uid)
  }

  @Test func takesNoLineOfAFileThatLostMostOfItsLines() async throws {
    let tasks = (1...20).map { "- Paint room \($0)\n" }.joined()
    try folder.write("home.taskpaper", tasks)
    try folder.write("away.taskpaper", "- Read\n")
    let old = try await reminder("Paint room 20", folder.open(folder.mixed)).item.uid
    try folder.write("home.taskpaper", "- Paint room 1\n")
    try folder.write("away.taskpaper", "- Read\n- Paint room 20 @urgent\n")
    let away = ItemPredicate(in: [ItemList.ID("away.taskpaper")])
    #expect(
      try await !folder.open(folder.mixed).items(matching: away).map(\.item.uid).contains(old))
    try folder.write("home.taskpaper", tasks)
    let home = ItemPredicate(in: [ItemList.ID("home.taskpaper")])
    #expect(try await folder.open(folder.mixed).items(matching: home).map(\.item.uid).contains(old))
  }

  @Test func givesACopyOfALineThatMovedADayAgoAnItemOfItsOwn() async throws {
    try folder.write("home.taskpaper", "- Rest\n- Read\n")
    try folder.write("away.taskpaper", "- Swim\n")
    try folder.write("zoo.taskpaper", "- Feed\n")
    _ = try await reminders(folder.open(folder.mixed))
    try folder.write("home.taskpaper", "- Rest\n")
    try folder.write("away.taskpaper", "- Swim\n- Read\n")
    let moved = try await reminder("Read", folder.open(folder.mixed)).item.uid
    try folder.write("zoo.taskpaper", "- Feed\n- Read\n")
    let uids = try await reminders(folder.open(folder.mixed)).filter { $0.item.title == "Read" }
      .map(\.item.uid)
    #expect(uids.count == 2 && Set(uids).count == 2 && uids.contains(moved))
  }

  @Test func forgetsTheFirstDayOfAMonthWithTheMonth() async throws {
    try folder.write("home.taskpaper", "- A @due(2027-01)\n- B @due(2027-01)\n- C @due(2027)\n")
    _ = try await reminders(folder.open())
    try folder.write("home.taskpaper", "- A @due(2026-11-30)\n- B\n- C @due(2027-02)\n")
    let store = try folder.open()
    let (a, b) = (try await reminder("A", store).item, try await reminder("B", store).item)
    #expect(a.start == nil && a.when?.description == "2026-11-30")
    #expect(b.start == nil && b.when == nil)
    let month = try await reminder("C", store).item
    #expect(month.start?.description == "2027-02-01" && month.when?.description == "2027-02-28")
  }

  @Test func readsTheDialectsOfAllExtensions() async throws {
    try folder.write("a.todo", "Home:\n ☐ Buy milk\n ✔ Call Ann\n")
    try folder.write("b.md", "# Home\n\n- [ ] Water the plants\n")
    try folder.write("c.md", "# Only prose\n\nA text.\n")
    let store = try folder.open(folder.mixed)
    #expect(try await store.lists().map(\.title) == ["a", "b"])
    let titles = try await reminders(store).map(\.item.title).sorted()
    #expect(titles == ["Buy milk", "Call Ann", "Water the plants"])
  }

  @Test func ignoresCopiesThatOtherProgramsLeave() async throws {
    try folder.write("home.taskpaper", "- a\n")
    for name in [
      "home.sync-conflict-20261203-120000-ABC.taskpaper",
      "home (Ann's conflicted copy 2026-11-23).taskpaper",
      "home (conflicted copy 2026-11-23 120000).taskpaper",
      "home_conflict-20261203-120000.taskpaper", "home.taskpaper.orig", "home.taskpaper~",
    ] { try folder.write(name, "- b\n") }
    #expect(try await folder.open(folder.mixed).lists().map(\.id) == [home])
  }

  @Test func writesNothingAndGivesTheSameBytesTwice() async throws {
    let text = "Home:\n\t- Call Ann  @due(2026-12-3)\n\t\tabout the sink\n\t\t- Buy a valve\n- Plan"
    try folder.write("home.taskpaper", text)
    let before = try folder.stamp("home.taskpaper")
    let first = try await reminders(try folder.open())
    let second = try await reminders(try folder.open())
    #expect(first == second)
    #expect(first.count == 3)
    #expect(first.map(\.content.original.bytes) == second.map(\.content.original.bytes))
    #expect(try folder.text("home.taskpaper") == text)
    #expect(try folder.stamp("home.taskpaper") == before)
  }

  @Test func givesTheUIDsOfAFeed() async throws {
    try folder.write("home.taskpaper", "Home:\n\t- Call Ann @due(2026-12-03 15:00)\n")
    let item = try await reminder("Call Ann", try folder.open())
    // What `duecal export` of the folder gives this line.
    #expect(item.item.uid == folder.derivedUID("home.taskpaper", ["Home"], "Call Ann"))
  }

  @Test func takesTheUIDThatALineNames() async throws {
    try folder.write("home.taskpaper", "- Call Ann @uid(4711)\n")
    #expect(try await reminder("Call Ann", try folder.open()).item.uid == "4711")
  }

  @Test func tellsAboutNotesParentsAndProjects() async throws {
    try folder.write(
      "home.taskpaper", "Home:\n\t- Call Ann\n\t\tabout the sink\n\t\t- Buy a valve\n")
    let store = try folder.open()
    let (parent, part) = (
      try await reminder("Call Ann", store), try await reminder("Buy a valve", store)
    )
    #expect(parent.item.notes == "about the sink")
    #expect(parent.item.categories == ["Home"])
    #expect(part.item.relations == [Relation(.parent, parent.item.uid)])
  }

  @Test func keepsTheUIDOfALineWithANewTitle() async throws {
    try folder.write("home.taskpaper", "- Call Ann @due(2026-12-03)\n- Plan\n")
    let store = try folder.open()
    let old = try await reminder("Call Ann", store)
    try folder.write("home.taskpaper", "- Plan\n- Call Anne @due(2026-12-03)\n")
    let new = try await reminder("Call Anne", store)
    #expect(new.id == old.id)
    #expect(new.item.uid == old.item.uid)
    #expect(new.version != old.version)
    #expect(try await reminder("Call Anne", try folder.open()) == new)
  }

  @Test func givesALineThatIsBackItsItemAgain() async throws {
    try folder.write("home.taskpaper", "- Call Ann\n- Plan\n")
    let store = try folder.open()
    let old = try await reminder("Call Ann", store)
    try folder.write("home.taskpaper", "- Plan\n")
    #expect(try await reminders(store).map(\.item.title) == ["Plan"])
    try folder.write("home.taskpaper", "- Plan\n- Call Ann\n")
    #expect(try await reminder("Call Ann", store).id == old.id)
  }

  @Test func keepsAnItemWhileItsDateIsTyped() async throws {
    try folder.write("home.taskpaper", "- Dentist @due(2026-12-04 09:00-10:00)\n")
    let store = try folder.open()
    let old = try await store.items(matching: ItemPredicate(.event))
    try folder.write("home.taskpaper", "- Dentist @due(2026-12-0\n")
    #expect(try await store.items(matching: ItemPredicate()) == old)
    try folder.write("home.taskpaper", "- Dentist @due(2026-12-05 09:00-10:00)\n")
    let new = try await store.items(matching: ItemPredicate())
    #expect(new.map(\.id) == old.map(\.id))
    #expect(new.first?.item.when?.firstDay.formattedDate == "2026-12-05")
  }

  @Test func givesATaskThatBecomesAnAppointmentTheOtherUID() async throws {
    try folder.write("home.taskpaper", "- Dentist @due(2026-12-04)\n")
    let store = try folder.open()
    let task = try await reminder("Dentist", store)
    try folder.write("home.taskpaper", "- Dentist @due(2026-12-04 09:00-10:00)\n")
    let event = try #require(try await store.items(matching: ItemPredicate()).first)
    #expect(event.item.uid == task.item.uid + "-event")
    #expect(event.id.list.name == "home.taskpaper?events")
    try folder.write("home.taskpaper", "- Dentist @due(2026-12-04)\n")
    #expect(try await store.items(matching: ItemPredicate()).map(\.id) == [task.id])
  }

  @Test func reportsWhatAPersonTypes() async throws {
    try folder.write("home.taskpaper", "- Call Ann\n")
    let store = try folder.open()
    let old = try await reminder("Call Ann", store)
    var changes = await store.changes().makeAsyncIterator()
    try folder.write("home.taskpaper", "- Call Anne\n")
    #expect(await changes.next() == .items(home, [old.id]))
  }
}
