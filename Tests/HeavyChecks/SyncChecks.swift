import CalendarStores
import CalendarSync
import LineState
import SQLiteStore
import SyncTrials
import TaskDates
import TaskFolderStore
import TestSupport
import UserFiles
import VdirStore

/// Many random operations on two synced stores, of which the second is in memory.
struct SyncChecks {
  private let kind: String
  private let count: Int
  private let seed: UInt64
  /// A trial begins with empty stores; the history of a store would otherwise slow it down.
  private static let length = 1000

  /// Reads `memory|sqlite|vdir|tasks COUNT SEED`; nil for anything else.
  init?(_ words: [String]) {
    guard words.count == 3, let count = Int(words[1]), count >= 0, let seed = UInt64(words[2])
    else { return nil }
    (kind, self.count, self.seed) = (words[0], count, seed)
  }

  /// Runs the trials, and gives what went wrong.
  func run() async throws -> [String] {
    for start in stride(from: 0, to: count, by: Self.length) {
      let seed = seed &+ UInt64(start)
      let scratch = try ScratchFolder()
      guard let store = try store(in: scratch) else { return ["no such store"] }
      var trial = try await SyncTrial(
        SyncSides(a: store, b: MemoryStore(now: Self.now)),
        try SyncState(path: scratch.at("sync.sqlite")), seed: seed)
      do {
        try await trial.run(min(Self.length, count - start))
      } catch {
        return ["\(kind), seed \(seed): \(error)"]
      }
    }
    return []
  }

  private static let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }

  private func store(in scratch: ScratchFolder) throws -> (any CalendarStore)? {
    switch kind {
    case "memory": return MemoryStore(now: Self.now)
    case "sqlite": return try SQLiteStore(path: scratch.at("a.sqlite"), now: Self.now)
    case "vdir":
      try FileTree.makeFolder(scratch.at("vdir"))
      return try VdirStore(path: scratch.at("vdir"), now: Self.now)
    case "tasks": return try taskFiles(in: scratch)
    default: return nil
    }
  }

  private func taskFiles(in scratch: ScratchFolder) throws -> TaskFolderStore {
    try FileTree.makeFolder(scratch.at("notes"))
    var options = TaskFolderOptions(zone: .utc)
    options.lists = .mixed
    return try TaskFolderStore(
      path: scratch.at("notes"), registry: try LineRegistry(path: scratch.at("lines.sqlite")),
      writing: TaskFolderStore.Writing(
        backups: Backups(folder: scratch.at("backups")), command: "sync"),
      options: options, now: Self.now)
  }
}
