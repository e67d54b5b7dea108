import CalendarStores
import CalendarSync
import LineState
import SQLiteStore
import SyncTrials
import TaskDates
import TaskFolderStore
import TestSupport
import Testing
import UserFiles
import VdirStore

@Suite("Random changes of two synced stores")
struct SyncTrialTests {
  private let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }

  @Test(arguments: 1...8)
  func loseNothingInMemory(seed: UInt64) async throws {
    var trial = try await SyncTrial(
      SyncSides(a: MemoryStore(now: now), b: MemoryStore(now: now)), try SyncState(), seed: seed)
    try await trial.run(300)
  }

  @Test(arguments: 1...2)
  func loseNothingInFiles(seed: UInt64) async throws {
    let (scratch, folder) = (try ScratchFolder(), try ScratchFolder())
    var trial = try await SyncTrial(
      SyncSides(
        a: try SQLiteStore(path: scratch.at("a.sqlite"), now: now),
        b: try VdirStore(path: folder.path, now: now)),
      try SyncState(path: scratch.at("state.sqlite")), seed: seed)
    try await trial.run(200)
  }

  @Test(arguments: 1...3)
  func loseNothingInTaskFiles(seed: UInt64) async throws {
    try await loseNothing(inLists: .files, seed)
  }

  @Test(arguments: 4...5)
  func loseNothingInFoldersOfTaskFiles(seed: UInt64) async throws {
    try await loseNothing(inLists: .folders, seed)
  }

  private func loseNothing(
    inLists grouping: TaskFolderOptions.Grouping, _ seed: UInt64
  ) async throws {
    let (scratch, notes) = (try ScratchFolder(), try ScratchFolder())
    var options = TaskFolderOptions(zone: .utc)
    options.lists = .mixed
    options.grouping = grouping
    let text = try TaskFolderStore(
      path: notes.path, registry: try LineRegistry(path: scratch.at("lines.sqlite")),
      writing: TaskFolderStore.Writing(
        backups: Backups(folder: scratch.at("backups")), command: "sync"),
      options: options, now: now)
    var trial = try await SyncTrial(
      SyncSides(a: text, b: MemoryStore(now: now)), try SyncState(), seed: seed)
    try await trial.run(150)
  }
}
