import CalendarStores
import StoreContract
import TestSupport
import Testing
import VdirStore

@Suite("A store in a folder")
struct VdirStoreTests {
  @Test(arguments: StoreRequirement.all)
  func meets(_ requirement: StoreRequirement) async throws {
    let folder = try ScratchFolder()
    let open: StoreRequirement.Maker = { now in try VdirStore(path: folder.path, now: now) }
    try await requirement.check(reopen: open, make: open)
  }

  @Test(arguments: [1, 2, 3])
  func answersAsTheReference(seed: UInt64) async throws {
    let folder = try ScratchFolder()
    let open: StoreRequirement.Maker = { now in try VdirStore(path: folder.path, now: now) }
    var operations = try await RandomOperations(seed: seed, reopen: open, make: open)
    try await operations.run(Steps.count(or: 200))
  }
}
