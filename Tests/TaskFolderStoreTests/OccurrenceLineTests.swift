import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import TaskFolderStore
import Testing
import UserFiles

@Suite("A changed occurrence of a series in a task file")
struct OccurrenceLineTests {
  private let folder: TaskFolder
  private static let team = "- Team @due(2026-12-07 09:00 - 09:15) @repeat(weekly 6 times)\n"

  init() throws {
    folder = try TaskFolder()
  }

  private var text: String { get throws { try folder.text("home.taskpaper") } }

  private func open(_ lines: String = OccurrenceLineTests.team) throws -> TaskFolderStore {
    try folder.write("home.taskpaper", lines)
    return try folder.open(folder.mixed)
  }

  private func series(_ store: TaskFolderStore) async throws -> StoredItem {
    try #require(try await store.items(matching: ItemPredicate()).first { $0.item.recurs })
  }

  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  /// Changes an occurrence of the series as a phone does.
  @discardableResult
  private func change(
    _ name: String, in store: TaskFolderStore, _ body: (inout CalendarItem) throws -> Void
  ) async throws -> StoredItem {
    var stored = try await series(store)
    var own = stored.item
    own.recurrence = nil
    own.occurrence = try date(name)
    if let first = stored.item.when,
      let moved = stored.item.moved(
        to: try date(name).startDate, zone: TaskFolder.zone), first.isAllDay == moved.when?.isAllDay
    {
      own.when = moved.when
    }
    if let known = stored.content.changed.firstIndex(where: { $0.occurrence == own.occurrence }) {
      try body(&stored.content.changed[known])
    } else {
      try body(&own)
      stored.content.changed.append(own)
    }
    try await store.update(stored)
    return stored
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try text
    #expect(text.contains(old), "\(text)")
    try folder.write("home.taskpaper", text.replacing(old, with: new))
  }

  /// The open and done dates of all items, as a calendar shows them.
  private func dates(_ store: TaskFolderStore) async throws -> [String] {
    try await store.items(matching: ItemPredicate()).flatMap { stored in
      (ItemSeries(stored.item, changed: stored.content.changed, zones: stored.content.zones)?
        .map { "\($0.date) \($0.item.title)" }) ?? []
    }.sorted()
  }

  /// The dates that a reader of the file alone finds in its lines.
  private func datesOfLines() async throws -> [String] {
    let other = try TaskFolder()
    try other.write("home.taskpaper", try text)
    return try await dates(try other.open(other.mixed))
  }

  private static func move(_ item: inout CalendarItem) throws {
    item.when = .beginEndDate(
      try DatePayload(parsing: "2026-12-22 14:00").value.startDate,
      try DatePayload(parsing: "2026-12-22 14:15").value.startDate)
  }

  private func moved() async throws -> TaskFolderStore {
    let store = try open()
    try await change("2026-12-21 09:00", in: store) { try Self.move(&$0) }
    return store
  }

  // MARK: From the calendar

  @Test func isALineOfItsOwnIfItWasMoved() async throws {
    let store = try await moved()
    let text = try text
    #expect(
      text == """
        - Team @due(2026-12-07 09:00 - 09:15) @repeat(weekly 6 times) @except(2026-12-21)
        - Team @due(2026-12-22 14:00 - 14:15)

        """)
    #expect(try await store.items(matching: ItemPredicate()).count == 1)
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func isOnlyAnExceptionIfItWasCancelled() async throws {
    let store = try open()
    try await change("2026-12-21 09:00", in: store) { $0.status = .cancelled }
    let text = try text
    #expect(text == Self.team.replacing("\n", with: " @except(2026-12-21)\n"))
    #expect(try await series(store).content.changed.count == 1)
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func isOnlyAnExceptionIfTheEventIsOver() async throws {
    let store = try open(
      "- Team @due(2026-11-02 09:00 - 09:15) @repeat(weekly 8 times)\n")
    try await change("2026-11-09 09:00", in: store) { $0.title = "Team at Ann's" }
    let text = try text
    #expect(
      text == "- Team @due(2026-11-02 09:00 - 09:15) @repeat(weekly 8 times) @except(2026-11-09)\n")
  }

  @Test func isADoneLineIfItWasCompletedOutOfTurn() async throws {
    let store = try open("- Water @due(2026-12-01) @repeat(weekly)\n")
    try await change("2026-12-08", in: store) {
      $0.status = .completed
      $0.completed = Instant(seconds: 1_796_000_000)
    }
    let text = try text
    #expect(
      text == """
        - Water @due(2026-12-01) @repeat(weekly) @except(2026-12-08)
        - Water @due(2026-12-08) @done(2026-11-30 01:53)

        """)
  }

  @Test func losesItsLineIfItIsAsInTheSeriesAgain() async throws {
    let store = try await moved()
    var stored = try await series(store)
    stored.content.changed = []
    try await store.update(stored)
    #expect(try text == Self.team)
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func isChangedInItsLine() async throws {
    let store = try await moved()
    try edit("14:15)", "14:15) @room(4)")
    try await change("2026-12-21 09:00", in: store) {
      try Self.move(&$0)
      $0.title = "Team and guests"
    }
    #expect(try text.contains("\n- Team and guests @due(2026-12-22 14:00 - 14:15) @room(4)\n"))
  }

  @Test func comesWithItsSeries() async throws {
    let store = try open("Home:\n")
    let list = try #require(try await store.lists().first)
    var item = CalendarItem(kind: .reminder, uid: "water", title: "Water")
    item.when = try date("2026-12-01")
    item.recurrence = Recurrence(rule: RecurrenceRule(.weekly))
    var done = item
    (done.recurrence, done.occurrence, done.status) = (nil, item.when, .completed)
    done.completed = Instant(seconds: 1_796_000_000)
    try await store.create(ItemContent(item, changed: [done]), in: list.id)
    let text = try text
    #expect(
      text == """
        Home:
        - Water @due(2026-12-01) @repeat(weekly) @except(2026-12-01)
        - Water @due(2026-12-01) @done(2026-11-30 01:53)

        """)
    #expect(try await store.items(matching: ItemPredicate()).count == 1)
    #expect(try await series(store).content.changed.count == 1)
  }

  @Test func movesWithTheTimeOfItsSeriesInTheCalendar() async throws {
    let store = try await moved()
    var stored = try await series(store)
    stored.item = try #require(
      stored.item.moved(to: try date("2026-12-07 10:00").startDate, zone: TaskFolder.zone))
    stored.content.changed[0].occurrence = try date("2026-12-21 10:00")
    try await store.update(stored)
    let text = try text
    #expect(
      text == """
        - Team @due(2026-12-07 10:00 - 10:15) @repeat(weekly 6 times) @except(2026-12-21)
        - Team @due(2026-12-22 14:00 - 14:15)

        """)
  }

  @Test func goesWithItsSeries() async throws {
    let store = try await moved()
    try await store.remove(try await series(store).version)
    #expect(try text == "")
  }

  // MARK: From the text

  @Test func changesWithItsLine() async throws {
    let store = try await moved()
    let before = try await series(store)
    try edit("2026-12-22 14:00 - 14:15", "2026-12-23 15:00 - 16:00")
    let now = try await series(store)
    #expect(
      now.content.changed.map { "\($0.when.map { "\($0)" } ?? "")" } == ["2026-12-23 15:00 - 16:00"]
    )
    #expect(now.version != before.version && now.item == before.item)
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func isCancelledIfItsLineIsRemoved() async throws {
    let store = try await moved()
    try edit("- Team @due(2026-12-22 14:00 - 14:15)\n", "")
    let now = try await series(store)
    #expect(now.content.changed.isEmpty)
    #expect(now.item.recurrence?.except.map { "\($0)" } == ["2026-12-21 09:00"])
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func isAsInTheSeriesWithoutTheExceptionAndTheLine() async throws {
    let store = try await moved()
    try folder.write("home.taskpaper", Self.team)
    let now = try await series(store)
    #expect(now.content.changed.isEmpty && now.item.recurrence?.except == [])
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func isAnItemOfItsOwnWithoutTheException() async throws {
    let store = try await moved()
    try edit(" @except(2026-12-21)", "")
    let now = try await series(store)
    #expect(now.content.changed.isEmpty && now.item.recurrence?.except == [])
    #expect(try await store.items(matching: ItemPredicate()).count == 2)
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func staysInTheCalendarIfItsLinesAreUndone() async throws {
    let store = try await moved()
    try folder.write("home.taskpaper", Self.team)
    try await store.acceptFiles(at: [CanonicalPath.of("\(folder.path)/home.taskpaper")])
    let now = try await series(store)
    #expect(now.content.changed.count == 1 && now.item.recurrence?.except == [])
    #expect(try await store.itemsWithHiddenOccurrences() == [now.id])
    try await store.update(now)
    #expect(try text.contains("@except(2026-12-21)\n- Team @due(2026-12-22 14:00 - 14:15)\n"))
  }

  @Test func isAnItemOfItsOwnWithoutItsSeries() async throws {
    let store = try await moved()
    try folder.write("home.taskpaper", "- Team @due(2026-12-22 14:00 - 14:15)\n")
    let items = try await store.items(matching: ItemPredicate())
    #expect(items.count == 1 && !items[0].item.recurs)
  }

  @Test func isASeriesOfItsOwnIfItsLineRepeats() async throws {
    let store = try await moved()
    try edit("14:15)\n", "14:15) @repeat(daily 2 times)\n")
    #expect(try await store.items(matching: ItemPredicate()).count == 2)
    #expect(try await dates(store) == datesOfLines())
  }

  @Test func staysWhereItIsIfItsSeriesMoves() async throws {
    for (old, new) in [
      ("2026-12-07 09:00 - 09:15", "2026-12-07 10:00 - 10:15"),
      ("2026-12-07 09:00 - 09:15", "2026-12-08 09:00 - 09:15"),
    ] {
      let store = try await moved()
      try edit(old, new)
      #expect(try await dates(store) == datesOfLines(), "\(new)")
    }
  }

  @Test func isKnownAgainAfterTheFileWasSorted() async throws {
    let store = try await moved()
    let lines = try text.split(separator: "\n").reversed().joined(separator: "\n")
    let before = try await series(store)
    try folder.write("home.taskpaper", "- Plan\n" + lines + "\n")
    #expect(try await series(store).version == before.version)
    let again = try folder.open(folder.mixed)
    #expect(try await series(again).version == before.version)
  }
}
