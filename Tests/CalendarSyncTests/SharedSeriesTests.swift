import CalendarItems
import CalendarStores
import CalendarSync
import StoredText
import TaskDates
import TestSupport
import Testing

/// A phone changes an occurrence of a series, and each of two machines that share the file learns of it.
@Suite("Changed occurrences, and two machines that share a file")
struct SharedSeriesTests {
  /// What a phone does with the date 2027-01-18, and the lines that the first machine makes of it.
  enum Change: String, CaseIterable {
    case moves, cancels, completes

    func properties(_ day: String, _ other: String) -> String {
      switch self {
      case .moves: "DUE;VALUE=DATE:\(other)\r\nDTSTART;VALUE=DATE:\(other)\r\n"
      case .cancels: "DUE;VALUE=DATE:\(day)\r\nDTSTART;VALUE=DATE:\(day)\r\nSTATUS:CANCELLED\r\n"
      case .completes:
        """
        DUE;VALUE=DATE:\(day)\r\nDTSTART;VALUE=DATE:\(day)\r\nSTATUS:COMPLETED\r
        COMPLETED:20261129T080000Z\r\n
        """
      }
    }
  }

  private static let name = "garden.taskpaper"
  private static let series = "\t- Water the plants @due(2027-01-04) @repeat(weekly 6 times)\n"

  /// The files of two machines after the first one has learned of a change.
  private func shared(_ change: Change) async throws -> SharedFiles {
    var shared = try SharedFiles(["Plans:\n\(Self.series)\t- Rest\n", "", ""])
    for machine in 0..<2 { try await shared.sync(on: machine) }
    try await shared.change(change)
    try await shared.sync(on: 0)
    return shared
  }

  @Test("No machine makes a second line, or a second item", arguments: Change.allCases)
  func areFoundInTheText(change: Change) async throws {
    var shared = try await shared(change)
    try await shared.expectNothingNew()
  }

  @Test("A machine that knows nothing yet makes none either", arguments: Change.allCases)
  func areFoundByANewMachine(change: Change) async throws {
    var shared = try await shared(change)
    for state in SharedFiles.State.allCases { try shared.lose(state, on: 1, restoring: false) }
    try await shared.expectNothingNew()
  }

  @Test("A series without the line of its occurrence gets that again at the first sync")
  func areWrittenByANewMachine() async throws {
    var shared = try await shared(.moves)
    let text = try shared.text(Self.name)
    let line = "\t- Water the plants @due(2027-01-20)\n"
    try #require(text.contains(line))
    try shared.write(text.replacing(line, with: ""), to: Self.name)
    for state in SharedFiles.State.allCases { try shared.lose(state, on: 1, restoring: false) }
    let items = await shared.items.count
    for machine in [1, 0, 1] { try await shared.sync(on: machine) }
    #expect(try shared.text(Self.name) == text)
    #expect(await shared.items.count == items)
    for machine in 0..<2 { #expect(try await shared.plan(on: machine).isEmpty) }
  }

  @Test(
    "A line that was edited before the other machine saw it is that of the occurrence",
    arguments: [
      ("2027-01-20", "2027-01-21"), ("2027-01-20)", "2027-01-20) @home"),
      ("Water the plants @due(2027-01-20", "Look at the flowers @due(2027-01-20"),
    ])
  func areFoundIfEdited(_ old: String, _ new: String) async throws {
    var shared = try await shared(.moves)
    let text = try shared.text(Self.name)
    try shared.write(text.replacing(old, with: new), to: Self.name)
    let before = await shared.items.count
    for machine in [1, 0, 1] { try await shared.sync(on: machine) }
    #expect(try shared.text(Self.name) == text.replacing(old, with: new))
    #expect(await shared.items.count == before)
    let override = try #require(await shared.override)
    #expect(override.title == (new.contains("Look") ? "Look at the flowers" : "Water the plants"))
    #expect(try await shared.plan(on: 0).isEmpty)
    #expect(try await shared.plan(on: 1).isEmpty)
  }

  @Test(
    "A task of one's own with the title of a series that leaves out a date stays a task",
    arguments: [Change.cancels, .moves])
  func ownTasksStay(change: Change) async throws {
    var shared = try await shared(change)
    let text = try shared.text(Self.name) + "\t- Water the plants @due(2027-03-05)\n"
    try shared.write(text, to: Self.name)
    try await shared.sync(on: 1)
    #expect(try shared.text(Self.name) == text)
    #expect(await shared.items.filter { $0.item.title == "Water the plants" }.count == 2)
  }

  @Test(
    "Three series with one title keep their own moved dates", arguments: [0, 1], [false, true])
  func namesakesAreNotMixedUp(first machine: Int, isOtherNew: Bool) async throws {
    let lines = (4...6).map {
      "\t- Water the plants @due(2027-01-0\($0)) @repeat(weekly 6 times)\n"
    }
    var shared = try SharedFiles(["Plans:\n\(lines.joined())\t- Rest\n", "", ""])
    for machine in 0..<2 { try await shared.sync(on: machine) }
    for day in 4...6 {
      try await shared.change(
        .moves, "202701\(day + 14)", to: "202702\(day + 10)", ofSeriesOn: "2027010\(day)")
    }
    try await shared.sync(on: machine)
    if isOtherNew {
      for state in SharedFiles.State.allCases {
        try shared.lose(state, on: 1 - machine, restoring: false)
      }
    }
    try await shared.expectNothingNew()
  }

  @Test("The line of an occurrence that was moved to another file is a task of its own")
  func isATaskInAnotherFile() async throws {
    var shared = try await shared(.moves)
    let line = "\t- Water the plants @due(2027-01-20)\n"
    let text = try shared.text(Self.name).replacing(line, with: "")
    let other = "Tasks:\n" + line
    try shared.write(text, to: Self.name)
    try shared.write(other, to: SharedFiles.names[1])
    for machine in [0, 1, 0] { try await shared.sync(on: machine) }
    #expect(try shared.text(Self.name) == text)
    #expect(try shared.text(SharedFiles.names[1]) == other)
    let items = await shared.items.filter { $0.item.title == "Water the plants" }
    #expect(items.count == 2)
    #expect(items.flatMap(\.content.changed).allSatisfy { $0.status == .cancelled })
    for machine in 0..<2 { #expect(try await shared.plan(on: machine).isEmpty) }
  }

  @Test(
    "A series that gets a new title before the other machine saw the change stays one series",
    arguments: [
      ("Water all the plants", false), ("Look at the flowers", false),
      ("Water all the plants", true),
    ])
  func seriesAreFoundIfRetitled(title: String, isOtherNew: Bool) async throws {
    var shared = try await shared(.moves)
    let old = "Water the plants @due(2027-01-04)"
    let text = try shared.text(Self.name).replacing(old, with: "\(title) @due(2027-01-04)")
    try #require(text.contains(title))
    try shared.write(text, to: Self.name)
    if isOtherNew {
      for state in SharedFiles.State.allCases { try shared.lose(state, on: 1, restoring: false) }
    }
    for machine in [1, 0, 1] { try await shared.sync(on: machine) }
    #expect(try shared.text(Self.name) == text)
    #expect(await shared.items.filter { $0.item.recurs }.map(\.item.title) == [title])
    for machine in 0..<2 { #expect(try await shared.plan(on: machine).isEmpty) }
  }

  @Test("Of two moved dates, each has its own line, also if the other one is removed")
  func areNotMixedUp() async throws {
    var shared = try SharedFiles(["Plans:\n\(Self.series)\t- Rest\n", "", ""])
    for machine in 0..<2 { try await shared.sync(on: machine) }
    try await shared.change(.moves, "20270111", to: "20270112")
    try await shared.change(.moves)
    try await shared.sync(on: 0)
    let text = try shared.text(Self.name)
    let line = "\t- Water the plants @due(2027-01-12)\n"
    try #require(text.contains(line))
    try shared.write(text.replacing(line, with: ""), to: Self.name)
    for machine in [1, 0, 1] { try await shared.sync(on: machine) }
    let dates = try await shared.series.content.changed.compactMap(\.when)
    #expect(dates.count == Set(dates).count)
    #expect(try shared.text(Self.name).split(separator: "2027-01-20").count == 2)
  }
}

extension SharedFiles {
  /// The series of the phone.
  fileprivate var series: StoredItem {
    get async throws { try #require(await items.first { $0.item.recurs }) }
  }

  fileprivate var override: CalendarItem? {
    get async throws { try await series.content.changed.first }
  }

  /// Changes an occurrence on the phone.
  fileprivate func change(
    _ change: SharedSeriesTests.Change, _ day: String = "20270118", to other: String = "20270120",
    ofSeriesOn first: String? = nil
  ) async throws {
    let all = await items.filter { $0.item.recurs }
    let series = try #require(
      all.first { item in
        let text = String(decoding: item.content.text, as: UTF8.self)
        return first.map { text.contains("DUE;VALUE=DATE:\($0)") } ?? true
      })
    let known = series.content.changed.count
    let override = """
      BEGIN:VTODO\r\nUID:\(series.item.uid)\r\nDTSTAMP:20261129T080000Z\r
      RECURRENCE-ID;VALUE=DATE:\(day)\r\nSUMMARY:\(series.item.title)\r
      \(change.properties(day, other))END:VTODO\r\nEND:VCALENDAR
      """
    let text = String(decoding: series.content.text, as: UTF8.self)
      .replacing("END:VCALENDAR", with: override)
    let content = try #require(CalendarResource(bytes: Array(text.utf8)).content)
    try #require(content.changed.count == known + 1)
    _ = try await phone.update(StoredItem(version: series.version, content: content))
  }

  /// Syncs both machines, and expects that nothing changes.
  fileprivate mutating func expectNothingNew() async throws {
    let (text, items) = (try allText, await items.map(\.text))
    for machine in [1, 0, 1] { try await sync(on: machine) }
    #expect(try allText == text)
    #expect(await self.items.map(\.text) == items)
    for machine in 0..<2 { #expect(try await plan(on: machine).isEmpty) }
  }
}
