import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import Foundation
import LineState
import TaskDates
import TaskFolderStore
import TestSupport
import Testing
import UserFiles

/// A task file that is synced with a phone.
struct FileAndPhone {
  private let scratch: ScratchFolder
  private let notes: ScratchFolder
  private let text: TaskFolderStore
  let phone: MemoryStore
  private let state: SyncState
  private let number: Int64

  /// Creates a file with some lines, and syncs it with a phone that has nothing.
  init(_ lines: String) async throws {
    (scratch, notes) = (try ScratchFolder(), try ScratchFolder())
    let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
    var options = TaskFolderOptions(zone: .utc)
    options.lists = .mixed
    text = try TaskFolderStore(
      path: notes.path, registry: try LineRegistry(path: scratch.at("lines.sqlite")),
      writing: TaskFolderStore.Writing(
        backups: Backups(folder: scratch.at("backups")), command: "sync"),
      options: options, now: now)
    phone = MemoryStore(now: now)
    state = try SyncState()
    number = try state.number(of: SyncSides(a: "a", b: "b"))
    try write(lines)
    try await sync()
  }

  /// The lines of the file.
  var lines: String {
    get throws { try String(contentsOfFile: notes.at("home.taskpaper"), encoding: .utf8) }
  }

  func write(_ lines: String) throws {
    try lines.write(toFile: notes.at("home.taskpaper"), atomically: true, encoding: .utf8)
  }

  // MARK: Syncing

  private var run: SyncRun { SyncRun(SyncSides(a: text, b: phone), state, number: number) }

  /// What a sync would do; only open items take part.
  func plan() async throws -> SyncPlan {
    var options = SyncOptions(preference: .a)
    for side in SyncSide.allCases {
      options.participants[side] = SyncOptions.Participants(
        openAt: Instant(seconds: 1_796_000_000))
    }
    return SyncPlan(try await run.read(), options)
  }

  /// Syncs as `duecal sync` does, which runs again if it has to; then nothing may be left to do.
  func sync() async throws {
    let result = try await run.execute(try await plan(), at: Instant(seconds: 0))
    #expect(result.failures.isEmpty && result.losses.isEmpty)
    if result.needsAnotherRun {
      let again = try await run.execute(try await plan(), at: Instant(seconds: 0))
      #expect(again.failures.isEmpty && !again.needsAnotherRun)
    }
    #expect(try await plan().steps.isEmpty)
  }

  // MARK: Dates

  /// The dates on the phone, each with its title and state.
  var datesOnPhone: [String] { get async { Self.dates(of: await items) } }

  /// The dates that the lines have for a reader who knows nothing but them.
  var datesOfLines: [String] {
    get async throws {
      let (state, notes) = (try ScratchFolder(), try ScratchFolder())
      try lines.write(toFile: notes.at("home.taskpaper"), atomically: true, encoding: .utf8)
      var options = TaskFolderOptions(zone: .utc)
      options.lists = .mixed
      let store = try TaskFolderStore(
        path: notes.path, registry: try LineRegistry(path: state.at("lines.sqlite")),
        writing: TaskFolderStore.Writing(
          backups: Backups(folder: state.at("backups")), command: "sync"),
        options: options, now: { Instant(seconds: 1_796_000_000) })
      return Self.dates(of: try await store.items(matching: ItemPredicate()))
    }
  }

  private static func dates(of items: [StoredItem]) -> [String] {
    items.flatMap { stored -> [String] in
      let content = stored.content
      let dates = ItemSeries(content.item, changed: content.changed, zones: content.zones)
      return (dates.map(Array.init) ?? []).filter { $0.item.status != .cancelled }.map {
        "\(TMDateType.dateTime($0.date)) \($0.item.title)\($0.item.isClosed ? " done" : "")"
      }
    }.sorted()
  }

  // MARK: The phone

  /// The items of the phone, by title.
  var items: [StoredItem] {
    get async {
      await phone.items(matching: ItemPredicate()).sorted { $0.item.title < $1.item.title }
    }
  }

  func item(_ title: String) async throws -> StoredItem {
    try #require(await items.first { $0.item.title == title })
  }

  func add(_ item: CalendarItem) async throws {
    let list = try #require(await phone.lists().first)
    try await phone.create(item, in: list.id)
  }
}
