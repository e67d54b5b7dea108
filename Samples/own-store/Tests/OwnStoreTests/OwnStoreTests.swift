import CalendarStores
import Foundation
import OwnStore
import StoreContract
import Testing

@Suite("A store of our own")
struct OwnStoreTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
    "\(UUID()).json"
  ).path

  @Test(arguments: StoreRequirement.all)
  func meets(_ requirement: StoreRequirement) async throws {
    let open: StoreRequirement.Maker = { [path] now in try ownStore(path: path, now: now) }
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await requirement.check(reopen: open, make: open)
  }
}
