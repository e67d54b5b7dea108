import CalendarItems
import CalendarStores
import Foundation
import Glibc
import StoreContract
import TaskDates
import TestSupport
import Testing
import UserFiles

@testable import VdirStore

@Suite("A folder that other programs share")
struct SharedFolderTests {
  private let folder: ScratchFolder
  private let clock = TestClock()

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.at("home"), withIntermediateDirectories: false)
  }

  private let home = ItemList.ID("home")

  private func open() throws -> VdirStore {
    let clock = clock
    return try VdirStore(path: folder.path, now: { clock.now })
  }

  @Test func aFolderThatCannotBeWatchedClosesNoOtherFile() async throws {
    var files: [Int32] = []
    for _ in 0..<200 {
      #expect(FolderEvents(folder.at("missing")) == nil)
      files.append(Glibc.open("/dev/null", O_RDONLY))
    }
    try await Task.sleep(for: .milliseconds(20))
    #expect(files.allSatisfy { fcntl($0, F_GETFD) >= 0 })
    for file in files { close(file) }
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.at("home/\(name)")))
  }

  private func text(_ name: String) throws -> String {
    String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: folder.at("home/\(name)"))), as: UTF8.self
    )
  }

  private func item(_ uid: String, _ title: String) -> String {
    "BEGIN:VTODO\r\nUID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\nX-MINE:kept\r\nSUMMARY:\(title)\r\nEND:VTODO\r\n"
  }

  private func calendar(_ items: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n" + items.joined()
      + "END:VCALENDAR\r\n"
  }

  @Test func showsWhatOthersWroteAndReportsIt() async throws {
    let store = try open()
    var changes = await store.changes().makeAsyncIterator()
    try write("any name.ics", calendar(item("1", "a")))
    try write("left.ics.tmp", calendar(item("2", "b")))
    try write(".hidden.ics", calendar(item("3", "c")))
    try write("noname", calendar(item("4", "d")))
    let found = try await store.items(matching: ItemPredicate())
    #expect(found.map(\.item.title) == ["a"])
    #expect(await changes.next() == .items(home, Set(found.map(\.id))))
  }

  @Test func keepsTheNameOfAFileAndEachOtherLine() async throws {
    try write("any name.ics", calendar(item("1", "a")))
    let store = try open()
    var stored = try #require(try await store.items(matching: .uid("1")).first)
    stored.item.title = "changed"
    try await store.update(stored)
    let kept = try text("any name.ics")
    #expect(kept.contains("X-MINE:kept\r\nSUMMARY:changed\r\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.at("home")) == ["any name.ics"])
  }

  @Test func leavesAFileThatAnotherProgramWroteMeanwhile() async throws {
    try write("1.ics", calendar(item("1", "a")))
    let store = try open()
    let stored = try #require(try await store.items(matching: .uid("1")).first)
    try write("1.ics", calendar(item("1", "theirs")))
    await #expect(throws: StoreError.self) { try await store.remove(stored.version) }
    var mine = stored
    mine.item.title = "mine"
    let change = mine
    await #expect(throws: StoreError.self) { try await store.update(change) }
    #expect(try text("1.ics") == calendar(item("1", "theirs")))
  }

  @Test func readsAFileOfSeveralItemsAndTakesOneOut() async throws {
    try write("both.ics", calendar(item("1", "a"), item("2", "b")))
    let store = try open()
    let all = try await store.items(matching: ItemPredicate())
    #expect(all.map(\.item.title) == ["a", "b"])
    var second = all[1]
    second.item.title = "changed"
    try await store.update(second)
    let first = try #require(try await store.items(matching: .uid("1")).first)
    try await store.remove(first.version)
    #expect(try text("both.ics").contains("SUMMARY:changed"))
    #expect(try await store.items(matching: ItemPredicate()).map(\.item.uid) == ["2"])
  }

  @Test func readsAFileOfThousandsOnce() async throws {
    let items = (0..<5000).map { item("\($0)", "a") }.joined()
    try write("all.ics", calendar(items))
    #expect(try await open().items(matching: ItemPredicate()).count == 5000)
  }

  @Test func readsItsTitleAndColourAsOthersWriteThem() async throws {
    try write("displayname", "  At home\n")
    try write("color", "#FF0000FF\n")
    let list = try #require(try await open().lists().first)
    #expect(list.title == "At home")
    #expect(list.details.color == "#FF0000")
  }

  @Test func isNotRemovedWhereMoreIsInItThanItems() async throws {
    try write("1.ics", calendar(item("1", "a")))
    try write("notes.txt", "mine")
    let store = try open()
    await #expect(throws: StoreError.self) { try await store.removeList(home) }
    #expect(try text("notes.txt") == "mine")
    #expect(try await store.items(matching: .uid("1")).count == 1)
  }

  @Test func isRemovedWithTheUnfinishedFilesOfOthers() async throws {
    try write("1.ics", calendar(item("1", "a")))
    try write("2.ics.tmp", "BEGIN:VCAL")
    try write(".3.ics.duecal-abc123", "BEGIN:VCAL")
    try await open().removeList(home)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func namesWhatCannotBeReadButNothingHidden() throws {
    for name in ["", ".", "home/", "home/."] {
      let path = Array(folder.at(name).utf8) + [0xFF] + Array(".ics".utf8) + [0]
      _ = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { path in
        path.baseAddress.map { creat($0, 0o600) }
      }
    }
    let bad = ["\u{FFFD}.ics", "home/\u{FFFD}.ics"]
    #expect(VdirStore.unnameable(in: folder.path) == bad.map(folder.at))
  }

  @Test func hasAVersionOfEachItemThatCannotBeRead() async throws {
    try write("cut.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:")
    try write("empty.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
    // The system gives its size, but not its bytes.
    try #require(symlink("/proc/self/mem", folder.at("home/memory.ics")) == 0)
    let store = try open()
    #expect(try await store.versions(in: home).map(\.ref.name) == ["cut.ics", "memory.ics"])
    #expect(try await store.items(matching: ItemPredicate()).isEmpty)
  }

  @Test func isNotLeftThroughLinks() async throws {
    let other = try ScratchFolder()
    try write("1.ics", calendar(item("1", "mine")))
    try Data(calendar(item("2", "theirs")).utf8).write(to: URL(fileURLWithPath: other.at("2.ics")))
    try #require(symlink(other.path, folder.at("linked")) == 0)
    try #require(symlink(other.at("2.ics"), folder.at("home/2.ics")) == 0)
    let inside = folder.at("other")
    try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: false)
    let also = URL(fileURLWithPath: inside + "/4.ics")
    try Data(calendar(item("4", "also mine")).utf8).write(to: also)
    try #require(symlink("../other/4.ics", folder.at("home/3.ics")) == 0)
    try #require(symlink("home", folder.at("again")) == 0)
    let store = try open()
    #expect(try await store.lists().map(\.id.name) == ["again", "home", "other"])
    #expect(VdirStore.outside(folder.path) == [folder.at("linked")])
    let titles = try await store.items(matching: ItemPredicate(in: [home])).map(\.item.title)
    #expect(titles == ["mine", "also mine"])
    // What cannot be read is not gone.
    #expect(try await store.versions(in: home).map(\.ref.name) == ["1.ics", "2.ics", "3.ics"])
  }

  @Test func opensNothingThatIsNoFile() async throws {
    try write("1.ics", calendar(item("1", "a")))
    for name in ["displayname", "color", "duecal-kinds", "2.ics"] {
      try #require(mkfifo(folder.at("home/\(name)"), 0o600) == 0)
    }
    let store = try open()
    #expect(try await store.lists().map(\.details.title) == ["home"])
    #expect(try await store.items(matching: ItemPredicate()).map(\.item.title) == ["a"])
    #expect(try await store.versions(in: home).map(\.ref.name) == ["1.ics", "2.ics"])
  }

  @Test func isNotEmptyIfItsFolderCannotBeRead() {
    var index = VdirIndex(home, in: VdirRoot(path: "/proc"), zones: ZoneDatabase())
    #expect(throws: FileError.self) { try index.look() }
  }

  @Test func leavesABrokenFileAlone() async throws {
    try write("1.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:")
    let store = try open()
    _ = try await store.create(CalendarItem(kind: .reminder, uid: "1", title: "a"), in: home)
    #expect(try text("1.ics") == "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:")
    #expect(try text("1-2.ics").contains("SUMMARY:a"))
  }

  @Test func isTidiedUpAfterAWriterWasKilled() async throws {
    try write(".1.ics.duecal-abc123", "BEGIN:VCAL")
    try write(".others.duecal-note", "stays")
    let store = try open()
    try await store.create(CalendarItem(kind: .reminder, uid: "2", title: "b"), in: home)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.at("home")).sorted()
    #expect(names == [".others.duecal-note", "2.ics"])
  }

  @Test func givesBackWhatAKilledRunHeldAside() async throws {
    try write(".1.ics.duecal-removed", calendar(item("1", "a")))
    let store = try open()
    _ = try await store.create(CalendarItem(kind: .reminder, uid: "2", title: "b"), in: home)
    #expect(
      try await store.items(matching: ItemPredicate()).map(\.item.uid).sorted() == ["1", "2"])
  }

  @Test func isOneListWhereItemsAreInItself() async throws {
    try write("1.ics", calendar(item("1", "a")))
    let clock = clock
    let store = try VdirStore(path: folder.at("home"), now: { clock.now })
    #expect(try await store.lists().map(\.title) == ["home"])
    #expect(try await store.items(matching: .uid("1")).count == 1)
  }

  @Test func isRefusedWhereItIsNone() {
    #expect(throws: StoreError.self) {
      try VdirStore(path: folder.at("none"), now: { Instant.epoch })
    }
  }
}
