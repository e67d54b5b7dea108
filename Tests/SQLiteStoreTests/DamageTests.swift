import CalendarItems
import CalendarStores
import Foundation
import GRDB
import SQLiteStore
import StoreContract
import StoreMirror
import TaskDates
import TestSupport
import Testing

@Suite("A store in a damaged file")
struct DamageTests {
  private let folder: ScratchFolder
  private let clock = TestClock()
  private let whole: Data

  init() async throws {
    folder = try ScratchFolder()
    let clock = clock
    let store = try SQLiteStore(path: folder.at("whole"), now: { clock.now })
    let list = try await store.createList(ItemList.Details(title: "Home")).id
    let items = (1...60).map { number in
      var item = CalendarItem(
        kind: number.isMultiple(of: 2) ? .event : .reminder, uid: "\(number)",
        title: "Title \(number)")
      item.when = DateParameters(dayNumber: 20_800 + number).map { .date($0) }
      item.notes = "Notes of it, in words"
      return ItemChange.create(ItemContent(item))
    }
    for result in try await store.apply(items, to: list) { _ = try result.get() }
    try await store.backup(to: folder.at("copy"))
    whole = try Data(contentsOf: URL(fileURLWithPath: folder.at("copy")))
  }

  /// Uses all functions of a store; they may report errors.
  private func use(_ bytes: Data) async throws -> [String] {
    let path = folder.at("damaged")
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    try bytes.write(to: URL(fileURLWithPath: path))
    do {
      return try await use(path)
    } catch let error as StoreError {
      return ["\(error)"]
    }
  }

  private func use(_ path: String) async throws -> [String] {
    let store = try SQLiteStore(path: path, now: { [clock] in clock.now })
    for list in (try? await store.lists()) ?? [] {
      _ = try? await store.versions(in: list.id)
      _ = try? await store.create(
        CalendarItem(kind: .event, uid: "new", title: "New"), in: list.id)
      _ = try? await store.updateList(list.id, to: list.details)
    }
    let items = (try? await store.items(matching: ItemPredicate())) ?? []
    for item in items.prefix(3) { try? await store.remove(item.version) }
    for item in items.suffix(3) { _ = try? await store.update(item) }
    _ = try? await store.items(matching: .text("notes"))
    try? await store.refresh()
    return try await store.integrity()
  }

  @Test(arguments: 1...40)
  func neverTrapsWhereBytesAreOthers(seed: UInt64) async throws {
    var chance = SeededGenerator(seed: seed)
    var bytes = whole
    for _ in 0..<Int.random(in: 1...40, using: &chance) {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      bytes[place] ^= UInt8.random(in: 1...255, using: &chance)
    }
    _ = try await use(bytes)
  }

  @Test func neverTrapsWhereItIsCutOff() async throws {
    for end in stride(from: 1, to: whole.count, by: 3777) {
      _ = try await use(whole.prefix(end))
    }
    #expect(try await use(whole.prefix(whole.count / 2)) != [])
  }

  @Test func isAnEmptyOneWhereTheFileIsEmpty() async throws {
    #expect(try await use(Data()) == [])
  }

  @Test func isReportedWhereTextIsAnother() async throws {
    // A letter in a text that no other column contains.
    let place = try #require(whole.range(of: Data("DTSTAMP:2026".utf8))?.lowerBound)
    var bytes = whole
    bytes[place + 11] ^= 1
    let path = folder.at("flipped")
    try bytes.write(to: URL(fileURLWithPath: path))
    let faults = try await SQLiteStore(path: path, now: { [clock] in clock.now }).integrity()
    #expect(faults.count == 1)
    #expect(faults.allSatisfy { $0.hasSuffix("the text has changed since it was written") })
  }

  @Test(arguments: ["isOpen = 0", "title = 'x'", "first = 5", "last = NULL", "kind = 'event'"])
  func isReportedWhereAColumnIsAnother(change: String) async throws {
    let path = folder.at("changed")
    try whole.write(to: URL(fileURLWithPath: path))
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "UPDATE item SET \(change) WHERE uid = '7'") }
    try queue.close()
    let faults = try await SQLiteStore(path: path, now: { [clock] in clock.now }).integrity()
    #expect(faults.map { $0.suffix(42) } == [": the search index does not match its text"])
  }

  @Test func isASentenceWhereThereIsNoFile() throws {
    try FileManager.default.createDirectory(
      atPath: folder.at("folder"), withIntermediateDirectories: false)
    for path in ["folder", "none/store", "whole/store"].map(folder.at) + ["", "\0"] {
      #expect(throws: StoreError.self, "\(path)") {
        try SQLiteStore(path: path, now: { clock.now })
      }
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"))
  func isASentenceWhereNothingMayBeWritten() throws {
    let path = folder.at("closed")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try whole.write(to: URL(fileURLWithPath: path + "/store"))
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    for name in ["/store", "/new"] {
      #expect(throws: StoreError.self) { try SQLiteStore(path: path + name, now: { clock.now }) }
    }
  }

  /// Rebuilding a cache loses nothing, so nobody has to notice it.
  @Test func aMirrorIsRebuilt() async throws {
    let path = folder.at("mirror")
    let junk = Data(repeating: 0x5A, count: 5000)
    try junk.write(to: URL(fileURLWithPath: path))
    let mirror = try StoreMirror(path: path, source: "https://example.org/")
    #expect(try await mirror.lists().isEmpty)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == junk)
  }

  /// All users get the same new cache, those that find the damage and those that come later.
  @Test func aMirrorIsRebuiltByManyAtOnce() async throws {
    let path = folder.at("mirror")
    try Data(repeating: 0x5A, count: 5000).write(to: URL(fileURLWithPath: path))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          try await StoreMirror(path: path, source: "https://example.org/")
            .setFact("\(number)", to: "there")
        }
      }
      try await group.waitForAll()
    }
    let mirror = try StoreMirror(path: path, source: "https://example.org/")
    for number in 1...8 { #expect(try await mirror.fact("\(number)") == "there") }
  }

  @Test func aStoreIsMadeByManyAtOnce() async throws {
    for round in 1...10 {
      let path = folder.at("new\(round)")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...8 {
          group.addTask { _ = try SQLiteStore(path: path) { Instant(seconds: 0) } }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aMirrorThatIsFoundDamagedIsRebuiltTheNextTime() async throws {
    let path = folder.at("mirror")
    let fact = String(repeating: "fact ", count: 20_000)
    try await StoreMirror(path: path, source: "https://example.org/").setFact("long", to: fact)
    // After the pages that are read when the file is opened.
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    try file.seek(toOffset: size / 2)
    try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size / 2)))
    try file.close()
    let damaged = try StoreMirror(path: path, source: "https://example.org/")
    let error = await #expect(throws: StoreError.self) { _ = try await damaged.fact("long") }
    #expect(error.map { "\($0)" }?.contains("rebuilt") == true)
    let anew = try StoreMirror(path: path, source: "https://example.org/")
    #expect(try await anew.fact("long") == nil)
  }

  @Test func isItsOwnersAlone() async throws {
    let paths = [folder.at("store"), folder.at("mirror"), folder.at("copy")]
    _ = try SQLiteStore(path: paths[0]) { Instant(seconds: 0) }
    _ = try StoreMirror(path: paths[1], source: "https://example.org/")
    for path in paths {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }
}
