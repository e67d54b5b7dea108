import CalendarStores
import Foundation
import SQLiteStore
import StoreContract
import Testing
import VdirStore

/// Random operations in an optimised build: `DUECAL_STEPS` is their number, `DUECAL_SEED` the seed.
@Suite("Random operations, many")
struct RandomStepsTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "random-\(UUID().uuidString)")

  @Test func memory() async throws {
    try await run("memory") { now in MemoryStore(now: now) }
  }

  @Test func sqlite() async throws {
    let path = folder.appendingPathComponent("store.sqlite").path
    let open: StoreRequirement.Maker = { now in try SQLiteStore(path: path, now: now) }
    try await run("sqlite", reopen: open, open)
  }

  @Test func vdir() async throws {
    let path = folder.path
    let open: StoreRequirement.Maker = { now in try VdirStore(path: path, now: now) }
    try await run("vdir", reopen: open, open)
  }

  private func run(
    _ name: String, reopen: StoreRequirement.Maker? = nil, _ make: StoreRequirement.Maker
  ) async throws {
    let seed = UInt64(Self.number("DUECAL_SEED") ?? 1)
    let steps = Self.number("DUECAL_STEPS") ?? 10_000
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let start = Date()
    var operations = try await RandomOperations(seed: seed, reopen: reopen, make: make)
    try await operations.run(steps)
    let seconds = Int(Date().timeIntervalSince(start).rounded())
    print("\(name): \(steps) steps from seed \(seed) in \(seconds) s")
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
