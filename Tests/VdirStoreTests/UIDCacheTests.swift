import CalendarItems
import CalendarStores
import Foundation
import StoreContract
import TaskDates
import TestSupport
import Testing
import VdirStore

@Suite("The cache of the UIDs in a folder")
struct UIDCacheTests {
  private let folder: ScratchFolder
  private let clock = TestClock()
  private let home = ItemList.ID("home")

  init() throws {
    folder = try ScratchFolder()
    for name in ["store/home", "cache"] {
      try FileManager.default.createDirectory(
        atPath: folder.at(name), withIntermediateDirectories: true)
    }
    for uid in ["1", "2"] { try write(uid) }
  }

  /// A store as a new process opens it.
  private func open() throws -> VdirStore {
    let clock = clock
    return try VdirStore(
      path: folder.at("store"), now: { clock.now }, cache: folder.at("cache"))
  }

  private func write(_ uid: String, as name: String? = nil) throws {
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\nBEGIN:VTODO\r\nUID:\(uid)\r\n"
      + "DTSTAMP:20260101T000000Z\r\nSUMMARY:a\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    // As programs that share a folder do: a new file replaces the old one.
    try Data(text.utf8).write(
      to: URL(fileURLWithPath: folder.at("store/home/\(name ?? uid).ics")), options: .atomic)
  }

  /// Creates an item in a new process; false if a file has its UID.
  private func add(_ uid: String) async throws -> Bool {
    do {
      let item = CalendarItem(kind: .reminder, uid: uid, title: "new")
      _ = try await open().create(item, in: home)
      return true
    } catch StoreError.exists {
      return false
    }
  }

  private var caches: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.at("cache")) }
  }

  @Test func refusesAUIDThatAFileHas() async throws {
    #expect(try await add("3"))
    #expect(try caches.count == 1)
    for uid in ["1", "2", "3"] { #expect(try await !add(uid)) }
    #expect(try await add("4"))
    #expect(try await open().items(matching: ItemPredicate()).count == 4)
  }

  @Test func seesTheFilesThatAnotherProgramAddsReplacesAndRemoves() async throws {
    #expect(try await add("3"))
    try write("4", as: "any name")
    #expect(try await !add("4"))
    try write("5", as: "1")
    #expect(try await !add("5"))
    #expect(try await add("1"))
    try FileManager.default.removeItem(atPath: folder.at("store/home/2.ics"))
    #expect(try await add("2"))
  }

  @Test func seesAFileThatAppearsRightAfterItWasWritten() async throws {
    for number in 0..<20 {
      #expect(try await add("mine \(number)"))
      try write("theirs \(number)")
      #expect(try await !add("theirs \(number)"))
    }
  }

  @Test func seesChangesAndRemovalsOfItsOwn() async throws {
    #expect(try await add("3"))
    var stored = try #require(try await open().items(matching: .uid("3")).first)
    stored.item.title = "changed"
    try await open().update(stored)
    #expect(try await !add("3"))
    let version = try #require(try await open().items(matching: .uid("3")).first).version
    try await open().remove(version)
    #expect(try await add("3"))
  }

  @Test(arguments: [nil, "", "not a cache", String(repeating: "x", count: 4096)])
  func losesNothingWithoutACacheOrWithADamagedOne(content: String?) async throws {
    #expect(try await add("3"))
    for name in try caches {
      let file = URL(fileURLWithPath: folder.at("cache/\(name)"))
      if let content {
        try Data(content.utf8).write(to: file)
      } else {
        try FileManager.default.removeItem(at: file)
      }
    }
    #expect(try await !add("3"))
    #expect(try await add("4"))
    #expect(try await !add("4"))
  }

  @Test func noticesEveryChangedByteOfTheCache() async throws {
    #expect(try await add("3"))
    let file = URL(fileURLWithPath: folder.at("cache/\(try #require(try caches.first))"))
    let whole = try Data(contentsOf: file)
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x41
      try damaged.write(to: file)
      #expect(try await !add("1"))
    }
  }

  @Test func changesAnItemWithoutReadingTheOthers() async throws {
    let ref = ItemRef(home, name: "1.ics")
    let store = try open()
    var stored = try #require(try await store.items(at: [ref]).first)
    stored.item.title = "changed"
    try await store.update(stored)
    #expect(try await open().items(matching: .uid("1")).map(\.item.title) == ["changed"])
    #expect(try await store.items(matching: ItemPredicate()).count == 2)
  }
}
