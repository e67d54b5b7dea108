import CalendarStores
import SQLiteStore
import StoreContract
import TaskDates
import TestSupport
import Testing

@Suite("A store in one file")
struct SQLiteStoreTests {
  @Test(arguments: StoreRequirement.all)
  func meets(_ requirement: StoreRequirement) async throws {
    let folder = try ScratchFolder()
    let open: StoreRequirement.Maker = { now in
      try SQLiteStore(path: folder.at("store.sqlite"), now: now)
    }
    try await requirement.check(reopen: open, make: open)
  }

  @Test(arguments: [1, 2, 3])
  func answersAsTheReference(seed: UInt64) async throws {
    let folder = try ScratchFolder()
    let open: StoreRequirement.Maker = { now in
      try SQLiteStore(path: folder.at("store.sqlite"), now: now)
    }
    var operations = try await RandomOperations(seed: seed, reopen: open, make: open)
    try await operations.run(Steps.count(or: 400))
  }
}
