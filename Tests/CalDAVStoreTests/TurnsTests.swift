#if Network
import CalendarStores
import Testing

@testable import CalDAVStore

@Suite("Turns")
struct TurnsTests {
  private actor Log {
    private(set) var words: [String] = []
    func add(_ word: String) { words.append(word) }
  }

  @Test func oneIsDoneBeforeTheNextBegins() async throws {
    let (turns, log) = (Turns(), Log())
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...50 {
        group.addTask {
          await turns.take {
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
    let turns = Turns()
    await #expect(throws: StoreError.self) {
      try await turns.take { () async throws(StoreError) in throw .unavailable("") }
    }
    #expect(await turns.take { 1 } == 1)
  }

  /// Who waits and is cancelled has its turn all the same, sees that it is, and gives the turn on.
  @Test func whoIsCancelledHoldsNobodyUp() async throws {
    let turns = Turns()
    let long = Task { await turns.take { try? await Task.sleep(for: .seconds(60)) } }
    let waiting = Task { await turns.take { Task.isCancelled } }
    waiting.cancel()
    long.cancel()
    await long.value
    #expect(await waiting.value)
    #expect(await turns.take { 1 } == 1)
  }
}
#endif
