import CalendarStores
import Testing

@testable import WebDAV

@Suite("Turns")
struct AsyncLockTests {
  private actor Log {
    private(set) var words: [String] = []
    func add(_ word: String) { words.append(word) }
  }

  @Test func oneIsDoneBeforeTheNextBegins() async throws {
    let (lock, log) = (AsyncLock(), Log())
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...50 {
        group.addTask {
          await lock.withLock {
            await log.add("begin")
            await Task.yield()
            await log.add("end")
          }
        }
      }
    }
    let expected = (1...50).flatMap { _ in ["begin", "end"] }
    #expect(await log.words == expected)
  }

  @Test func whoFailsGivesTheTurnOn() async throws {
    let lock = AsyncLock()
    await #expect(throws: StoreError.self) {
      try await lock.withLock { () async throws(StoreError) in throw .unavailable("") }
    }
    #expect(await lock.withLock { 1 } == 1)
  }

  /// A waiting task that is cancelled still gets its turn, finds that it is cancelled, and releases the lock.
  @Test func whoIsCancelledHoldsNobodyUp() async throws {
    let lock = AsyncLock()
    let long = Task { await lock.withLock { try? await Task.sleep(for: .seconds(60)) } }
    let waiting = Task { await lock.withLock { Task.isCancelled } }
    waiting.cancel()
    long.cancel()
    await long.value
    #expect(await waiting.value)
    #expect(await lock.withLock { 1 } == 1)
  }
}
