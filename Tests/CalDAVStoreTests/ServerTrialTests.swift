import CalDAVStore
import CalendarStores
import CalendarSync
import Foundation
import SyncTrials
import TaskDates
import Testing

/// Random changes of a store in memory and of each server that `DUECAL_CALDAV_SERVERS` names, which are synced.
@Suite("Random changes of a server that is synced")
struct ServerTrialTests {
  private static let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
  private static let environment = ProcessInfo.processInfo.environment
  /// A trial begins with an empty account, because the history of an account slows it down.
  private static let length = 500
  private static let steps = environment["DUECAL_STEPS"].flatMap { Int($0) } ?? 60
  private static let seed = environment["DUECAL_SEED"].flatMap { UInt64($0) } ?? 1

  @Test(arguments: TestServer.all)
  func loseNothing(_ server: TestServer) async throws {
    for start in stride(from: 0, to: Self.steps, by: Self.length) {
      try await server.alone {
        let mirror = ScratchFile()
        let there = try await server.open(mirror: mirror.path, now: Self.now)
        var trial = try await SyncTrial(
          SyncSides(a: MemoryStore(now: Self.now), b: there), try SyncState(),
          seed: Self.seed &+ UInt64(start))
        try await trial.run(min(Self.length, Self.steps - start))
      }
    }
  }
}
