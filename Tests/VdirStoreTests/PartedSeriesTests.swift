import CalendarItems
import CalendarStores
import Foundation
import StoreContract
import StoredText
import TaskDates
import TestSupport
import Testing
import VdirStore

@Suite("A series in several files")
struct PartedSeriesTests {
  private let folder: ScratchFolder
  private let clock = TestClock()

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.at("home"), withIntermediateDirectories: false)
  }

  private func open() throws -> VdirStore {
    let clock = clock
    return try VdirStore(path: folder.path, now: { clock.now })
  }

  private func write(_ name: String, _ lines: String) throws {
    let text =
      "BEGIN:VEVENT\nUID:s\nDTSTAMP:20260101T000000Z\nX-MINE:kept\n\(lines)\nEND:VEVENT\n"
    let all = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\n\(text)END:VCALENDAR\n"
    try Data(all.replacing("\n", with: "\r\n").utf8)
      .write(to: URL(fileURLWithPath: folder.at("home/\(name)")))
  }

  private func text(_ name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.at("home/\(name)"))), as: UTF8.self
    )
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.at("home")).sorted() }
  }

  /// A series of three days, and its second day moved in another file.
  private func fill(_ series: String = "b.ics", _ moved: String = "a.ics") throws {
    try write(series, "SUMMARY:a\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=3")
    try write(
      moved, "SUMMARY:b\nRECURRENCE-ID:20261202T090000Z\nDTSTART:20261202T110000Z")
  }

  private func onlyItem(_ store: VdirStore) async throws -> StoredItem {
    let items = try await store.items(matching: ItemPredicate())
    #expect(items.count == 1)
    #expect(try await store.versions(in: ItemList.ID("home")) == items.map(\.version))
    #expect(try await store.items(at: items.map(\.id)) == items)
    return try #require(items.first)
  }

  @Test(arguments: [("a.ics", "b.ics"), ("b.ics", "a.ics")])
  func isOneItem(series: String, moved: String) async throws {
    try fill(series, moved)
    let stored = try await onlyItem(try open())
    #expect(stored.id.name == series)
    #expect(stored.content.changed.map(\.title) == ["b"])
    let dates = ItemSeries(
      stored.item, changed: stored.content.changed, zones: stored.content.zones)
    #expect(dates?.map(\.date.time.hour) == [9, 11, 9])
  }

  @Test func isOneItemInAnotherRunThatReadsOnlyIt() async throws {
    try fill()
    let version = try await onlyItem(try open()).version
    let store = try open()
    #expect(try await store.items(at: [version.ref]).map(\.version) == [version])
    let other = try open()
    var stored = try #require(try await other.items(at: [version.ref]).first)
    stored.item.title = "c"
    try await store.update(stored)
    #expect(try text("b.ics").contains("SUMMARY:c\r\n"))
    #expect(try text("a.ics").contains("SUMMARY:b\r\n"))
  }

  @Test func anOccurrenceThatArrivesChangesItsSeries() async throws {
    try write("b.ics", "SUMMARY:a\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=3")
    let store = try open()
    let before = try await onlyItem(store)
    try fill()
    let after = try await onlyItem(store)
    #expect(after.id == before.id && after.version != before.version)
    #expect(after.content.changed.count == 1)
    try FileManager.default.removeItem(atPath: folder.at("home/a.ics"))
    #expect(try await onlyItem(store).content.changed.isEmpty)
  }

  @Test func aSeriesThatArrivesTakesItsOccurrence() async throws {
    try write("a.ics", "SUMMARY:b\nRECURRENCE-ID:20261202T090000Z\nDTSTART:20261202T110000Z")
    let store = try open()
    #expect(try await onlyItem(store).item.title == "b")
    try fill()
    #expect(try await onlyItem(store).item.title == "a")
  }

  @Test func aChangeIsWrittenIntoTheFileThatHasIt() async throws {
    try fill()
    let store = try open()
    var stored = try await onlyItem(store)
    let series = try text("b.ics")
    stored.content.changed[0].title = "c"
    let version = try await store.update(stored)
    #expect(try text("b.ics") == series)
    #expect(try text("a.ics").contains("X-MINE:kept\r\nSUMMARY:c\r\n"))
    stored = try await onlyItem(store)
    #expect(stored.version == version)
    let occurrence = try text("a.ics")
    stored.item.title = "d"
    try await store.update(stored)
    #expect(try text("a.ics") == occurrence)
    #expect(try text("b.ics").contains("X-MINE:kept\r\nSUMMARY:d\r\n"))
    #expect(try names == ["a.ics", "b.ics"])
  }

  /// A moment in December 2026.
  private func moment(_ day: Int, _ hour: Int) throws -> TMDateType {
    try DatePayload(parsing: "2026-12-0\(day) \(hour):00").value
  }

  /// A file as ical2vdir writes it: components without a calendar around them.
  private func writeBare(
    _ name: String, ending: String = "\r\n", _ lines: String
  ) throws {
    let text = "BEGIN:VEVENT\nUID:s\nDTSTAMP:20260101T000000Z\nX-MINE:kept\n\(lines)\nEND:VEVENT\n"
    try Data(text.replacing("\n", with: ending).utf8)
      .write(to: URL(fileURLWithPath: folder.at("home/\(name)")))
  }

  @Test(arguments: ["\r\n", "\n"])
  func aNewOccurrenceOfABareFileMakesACalendarOfIt(ending: String) async throws {
    let rule = "SUMMARY:a\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=3"
    try writeBare("b.ics", ending: ending, rule)
    let bare = try text("b.ics")
    let store = try open()
    var stored = try await onlyItem(store)
    stored.item.title = "c"
    try await store.update(stored)
    #expect(try text("b.ics").hasPrefix("BEGIN:VEVENT\(ending)"))
    try writeBare("b.ics", ending: ending, rule)
    stored = try await onlyItem(store)
    var moved = stored.item
    moved.recurrence = nil
    moved.occurrence = try moment(2, 9)
    moved.when = try moment(2, 11)
    stored.content.changed = [moved]
    try await store.update(stored)
    let written = try text("b.ics")
    #expect(
      written.hasPrefix("BEGIN:VCALENDAR\(ending)VERSION:2.0\(ending)") && written.contains(bare))
    #expect(written.hasSuffix("END:VEVENT\(ending)END:VCALENDAR\(ending)"))
    #expect(written.contains("RECURRENCE-ID:20261202T090000Z\(ending)"))
    #expect(ending == "\r\n" || !written.contains("\r"))
    #expect(try names == ["b.ics"])
    #expect(try await onlyItem(try open()).content.changed.count == 1)
  }

  @Test func aNewOccurrenceBesideThoseOfOtherFilesGoesIntoTheFileOfTheSeries() async throws {
    try writeBare("b.ics", "SUMMARY:a\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=3")
    try writeBare("a.ics", "SUMMARY:b\nRECURRENCE-ID:20261202T090000Z\nDTSTART:20261202T110000Z")
    let occurrence = try text("a.ics")
    let store = try open()
    var stored = try await onlyItem(store)
    var moved = stored.content.changed[0]
    moved.occurrence = try moment(3, 9)
    stored.content.changed.append(moved)
    try await store.update(stored)
    #expect(try text("a.ics") == occurrence)
    #expect(try text("b.ics").contains("RECURRENCE-ID:20261203T090000Z\r\n"))
    #expect(try await onlyItem(try open()).content.changed.count == 2)
  }

  @Test func aZoneInABareFileGetsADefinition() async throws {
    try writeBare("b.ics", "SUMMARY:a\nDTSTART;TZID=Europe/Berlin:20261201T090000")
    let store = try open()
    var stored = try await onlyItem(store)
    stored.item.when = try moment(2, 9)
    try await store.update(stored)
    let written = try text("b.ics")
    #expect(written.hasPrefix("BEGIN:VCALENDAR\r\n") && written.contains("BEGIN:VTIMEZONE\r\n"))
    #expect(written.contains("DTSTART;TZID=Europe/Berlin:20261202T090000\r\n"))
  }

  @Test func aCopyOfABareItemIsACalendar() async throws {
    try writeBare("b.ics", "SUMMARY:a\nDTSTART:20261201T090000Z")
    let content = try await onlyItem(try open()).content
    let copy = CalendarResource(content)
    let text = String(decoding: copy.bytes, as: UTF8.self)
    let bare = try self.text("b.ics")
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.contains(bare))
    #expect(copy.content?.item == content.item)
  }

  @Test func manyFilesOfASeriesAreJoinedOnce() async throws {
    try writeBare("s.ics", "SUMMARY:a\nDTSTART:20260101T090000Z\nRRULE:FREQ=DAILY;COUNT=500")
    for number in 0..<300 {
      let day = String(20_260_101 + number / 28 * 100 + number % 28)
      try writeBare(
        "s.\(day).ics", "SUMMARY:b\nRECURRENCE-ID:\(day)T090000Z\nDTSTART:\(day)T110000Z")
    }
    let stored = try await onlyItem(try open())
    #expect(stored.content.changed.count == 300)
  }

  @Test func aRemovedOccurrenceTakesItsFileAlong() async throws {
    try fill()
    let store = try open()
    var stored = try await onlyItem(store)
    stored.content.changed = []
    try await store.update(stored)
    #expect(try names == ["b.ics"])
    #expect(try await onlyItem(store).content.changed.isEmpty)
  }

  @Test func aRemovedSeriesTakesItsFilesAlong() async throws {
    try fill()
    let store = try open()
    try await store.remove(try await onlyItem(store).version)
    #expect(try names.isEmpty)
  }

  @Test(arguments: [("a.ics", "b.ics"), ("b.ics", "a.ics")])
  func anOlderVersionIsNotShownAndGoesWithTheNewOne(old: String, new: String) async throws {
    try write(old, "SUMMARY:a\nLAST-MODIFIED:20250101T000000Z\nDTSTART:20261201T090000Z")
    try write(new, "SUMMARY:a\nLAST-MODIFIED:20250102T000000Z\nDTSTART:20261202T090000Z")
    let store = try open()
    let stored = try await onlyItem(store)
    #expect(stored.id.name == new)
    try await store.remove(stored.version)
    #expect(try names.isEmpty)
  }

  @Test func twoItemsWithOneUIDStayTwo() async throws {
    try write("a.ics", "SUMMARY:a\nDTSTART:20261201T090000Z")
    try write("b.ics", "SUMMARY:b\nDTSTART:20261202T090000Z")
    #expect(try await open().items(matching: ItemPredicate()).count == 2)
  }

  @Test func aConcurrentChangeOfAnOccurrenceIsNoticed() async throws {
    try fill()
    let store = try open()
    var stored = try await onlyItem(store)
    try write(
      "a.ics", "SUMMARY:longer\nRECURRENCE-ID:20261202T090000Z\nDTSTART:20261202T120000Z")
    stored.item.title = "d"
    _ = try await store.versions(in: ItemList.ID("home"))
    await #expect(throws: StoreError.self) { try await store.update(stored) }
  }
}
