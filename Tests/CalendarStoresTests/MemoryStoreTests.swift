import CalendarStores
import StoreContract
import TestSupport
import Testing

@Suite("A store in memory")
struct MemoryStoreTests {
  @Test(arguments: StoreRequirement.all)
  func meets(_ requirement: StoreRequirement) async throws {
    try await requirement.check { now in MemoryStore(now: now) }
  }

  @Test(arguments: [1, 2, 3])
  func answersAsItself(seed: UInt64) async throws {
    var operations = try await RandomOperations(seed: seed) { now in MemoryStore(now: now) }
    try await operations.run(Steps.count(or: 1000))
  }
}
