import CalendarFeeds
import CalendarImports
import Foundation
import GRDB
import LineState
import TestSupport
import Testing

@Suite("A state that another version wrote")
struct StateMigrationTests {
  private let folder: ScratchFolder

  /// Copies the state of version 0.1.
  init() throws {
    folder = try ScratchFolder()
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let fixture = tests.appendingPathComponent("Upgrade/0.1/state/duecal/state.sqlite")
    try Data(contentsOf: fixture).write(to: URL(fileURLWithPath: path))
  }

  private var path: String { folder.at("state.sqlite") }

  /// An item as its row contains it.
  private struct Item: Hashable {
    let pair: LineRegistry.Pair
    let uid: String
    let occurrence: String
    let file: String?
    let line: Int?
    let body: String
    let isGone: Bool
  }

  private func rows() throws -> [Item] {
    try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT pair.file AS pairFile, source, uid, occurrence, item.file, line, body, isGone
          FROM item JOIN pair ON pair.id = item.pair
          """
      ).map { row in
        Item(
          pair: LineRegistry.Pair(
            file: try #require(row["pairFile"]), source: try #require(row["source"])),
          uid: try #require(row["uid"]), occurrence: try #require(row["occurrence"]),
          file: row["file"], line: row["line"], body: try #require(row["body"]),
          isGone: try #require(row["isGone"] as Bool?))
      }
    }
  }

  private func entries(_ state: LineRegistry, _ pairs: Set<LineRegistry.Pair>) throws
    -> [(pair: LineRegistry.Pair, name: ItemName, entry: ImportMemory.Entry)]
  {
    try pairs.flatMap { pair in
      try state.memory(of: pair).items.map { (pair, $0.key, $0.value) }
    }
  }

  @Test("a state of 0.1 keeps each item with its line")
  func itemsAreKept() throws {
    let old = try rows()
    #expect(old.count == 65)
    let state = try LineRegistry(path: path)
    let new = try entries(state, Set(old.map(\.pair))).map { pair, name, entry in
      Item(
        pair: pair, uid: name.uid, occurrence: name.occurrence, file: entry.place?.file,
        line: entry.place?.line, body: entry.body, isGone: entry.isGone)
    }
    #expect(Set(new) == Set(old) && new.count == old.count)
  }

  @Test("a line that 0.1 kept without its item is known as kept, and nothing else is marked")
  func keptLinesAreMarked() throws {
    let pairs = Set(try rows().map(\.pair))
    let all = try entries(try LineRegistry(path: path), pairs).map(\.entry)
    #expect(all.filter { $0.isGone && $0.place != nil }.count == 3)
    for entry in all {
      #expect(entry.isKept == (entry.isGone && entry.place != nil))
      #expect(!entry.isReported && !entry.isArchived && !entry.isPast && !entry.isMoved)
    }
  }

  @Test("a state of 0.1 takes what feeds know")
  func feedsAreTaken() throws {
    #expect(try LineRegistry(readingAt: path).notes(ofFeed: "/feed.ics").isEmpty)
    let notes = FeedNotes(selection: "where x")
    try LineRegistry(path: path).save(notes, ofFeed: "/feed.ics", after: FeedNotes())
    #expect(try LineRegistry(path: path).notes(ofFeed: "/feed.ics").selection == "where x")
  }

  @Test("a state that is opened to be read stays as 0.1 wrote it")
  func readingWritesNothing() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try LineRegistry(readingAt: path).notes(ofFeed: "/feed.ics")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("a state of a later version is refused in a sentence, and nothing is written")
  func laterVersionIsRefused() throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of later')") }
    try queue.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for open in [{ try LineRegistry(path: path) }, { try LineRegistry(readingAt: path) }] {
      let error = try #require(throws: StateError.self) { try open() }
      #expect(error == .newer(path))
      #expect(
        "\(error)" == "\(path): a later version of duecal wrote this file; expected that version")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.sqlite"])
  }
}
