import CalDAVStore
import CalendarItems
import CalendarStores
import Foundation
import StoreContract
import TaskDates
import Testing
import WebAddresses

/// The requirements of a store, on each server that `DUECAL_CALDAV_SERVERS` names.
@Suite("CalDAV servers")
struct ContractTests {
  @Test(arguments: TestServer.all, StoreRequirement.all)
  func meets(_ server: TestServer, _ requirement: StoreRequirement) async throws {
    try await server.alone {
      let mirror = ScratchFile()
      try await requirement.check(
        reopen: { now in try await server.open(mirror: mirror.path, now: now) },
        losing: server.losses,
        make: { now in try await server.open(mirror: mirror.path, now: now) })
    }
  }

  @Test(arguments: TestServer.all)
  func doesRandomOperationsAsTheReference(_ server: TestServer) async throws {
    try await server.alone {
      let mirror = ScratchFile()
      let make: StoreRequirement.Maker = { now in
        try await server.open(mirror: mirror.path, now: now)
      }
      var operations = try await RandomOperations(
        seed: 7, reopen: make, losing: server.losses, make: make)
      try await operations.run(Self.steps, comparingAllEvery: 50)
    }
  }

  private static let steps =
    ProcessInfo.processInfo.environment["DUECAL_STEPS"].flatMap { Int($0) } ?? 100
}
