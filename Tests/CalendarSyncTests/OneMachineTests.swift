import CalendarItems
import CalendarStores
import CalendarSync
import StoredText
import TestSupport
import Testing

/// One machine, a phone, and tasks with equal titles.
@Suite("Equal titles on one machine")
struct OneMachineTests {
  private let garden = SharedFiles.names[0]
  private let house = SharedFiles.names[1]

  private func synced(_ texts: [String]) async throws -> SharedFiles {
    var files = try SharedFiles(texts + Array(repeating: "", count: 3 - texts.count))
    try await files.sync(on: 0)
    return files
  }

  @Test func aNewTaskWithTheTitleOfAMovedOneReachesThePhone() async throws {
    var files = try await synced(["- Weed\n", "- Buy milk\n- Sweep\n"])
    try files.write("- Weed\n- Buy milk\n", to: garden)
    try files.write("- Sweep\n", to: house)
    try await files.sync(on: 0)
    try files.write("- Sweep\n- Buy milk\n", to: house)
    try await files.sync(on: 0)
    let items = await files.items.filter { $0.item.title == "Buy milk" }
    #expect(Set(items.map(\.id.list)).count == 2 && Set(items.map(\.item.uid)).count == 2)
    #expect(try await files.plan(on: 0).isEmpty)
  }

  @Test func anOldDoneTaskIsNotANewOpenOne() async throws {
    var files = try await synced(["- Weed\n- Water the roses @done(2026-10-01)\n"])
    try await files.addToPhone("UID:1\r\nSUMMARY:Water the roses\r\n")
    try await files.sync(on: 0)
    let items = await files.items.filter { $0.item.title == "Water the roses" }
    #expect(items.contains { $0.item.uid == "1" && !$0.item.isClosed })
    #expect(try files.text(garden).contains("- Water the roses\n"))
  }

  @Test func anOverlapAtTheFirstSyncIsNoSignOfAnotherMachine() async throws {
    var files = try SharedFiles(["- Weed\n", "", ""])
    try await files.addToPhone("UID:1\r\nSUMMARY:Weed\r\n")
    try await files.sync(on: 0)
    let text = try files.text(garden) + "- Pay rent @due(2026-12-01)\n"
    try files.write(text, to: garden)
    try await files.addToPhone("UID:2\r\nSUMMARY:Pay rent\r\nDUE;VALUE=DATE:20261215\r\n")
    try await files.sync(on: 0)
    #expect(await files.items.filter { $0.item.title == "Pay rent" }.count == 2)
    #expect(try files.text(garden).contains("@due(2026-12-15)"))
  }

  @Test func aRetitledLineDoesNotTakeANewTaskOfAnotherListAndDate() async throws {
    var files = try await synced(["- Call the bank @due(2026-12-07)\n- Weed\n", "- Sweep\n"])
    let text = try files.text(garden)
    try files.write(text.replacing("Call the bank", with: "Visit Ann and Bob"), to: garden)
    try await files.addToPhone(
      "UID:9\r\nSUMMARY:Visit Ann\r\nDUE;VALUE=DATE:20261224\r\n", list: "house")
    try await files.sync(on: 0)
    #expect(
      Set(await files.items.map(\.item.title)).isSuperset(of: ["Visit Ann", "Visit Ann and Bob"]))
  }

  @Test func swappedLinesWithOneTitleAreRecognisedByTheirNotes() async throws {
    let (sink, taxes) = ("- Call Ann\n\tabout the sink\n", "- Call Ann\n\tabout the taxes\n")
    var files = try await synced([sink + taxes + "- Weed\n"])
    try files.write(taxes + sink + "- Weed\n", to: garden)
    var item = try #require(await files.items.first { $0.item.notes == "about the sink" })
    item.content.item.status = .completed
    _ = try await files.phone.update(item)
    try await files.sync(on: 0)
    let text = try files.text(garden)
    #expect(text.contains("- Call Ann\n\tabout the taxes\n"), "\(text)")
    #expect(await files.items.map(\.item.notes).contains("about the sink"))
    #expect(try await files.plan(on: 0).isEmpty)
  }
}

extension SharedFiles {
  /// Adds a reminder to a list of the phone.
  func addToPhone(_ properties: String, list title: String = "garden") async throws {
    let text = """
      BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a phone//EN\r\nBEGIN:VTODO\r\n\(properties)\
      DTSTAMP:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n
      """
    let content = try #require(CalendarResource(bytes: Array(text.utf8)).content)
    let known = await phone.lists().first { $0.details.title == title }?.id
    let list: ItemList.ID =
      if let known { known } else { await phone.createList(.init(title: title)).id }
    _ = try await phone.create(content, in: list)
  }
}
