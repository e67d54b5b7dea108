import CalendarStores
import Foundation
import LineState
import StoreContract
import TaskDates
import TaskFolderStore
import TestSupport
import Testing
import UserFiles

@Suite("A store in task files")
struct TaskFolderStoreTests {
  @Test(arguments: StoreRequirement.all)
  func meetsWithOneListOfAFile(_ requirement: StoreRequirement) async throws {
    let folder = try TaskFolder()
    let open: StoreRequirement.Maker = { now in try folder.open(folder.mixed, now: now) }
    try await requirement.check(reopen: open, make: open)
  }

  @Test(arguments: [1, 2, 3])
  func answersAsTheReference(seed: UInt64) async throws {
    let folder = try TaskFolder()
    let open: StoreRequirement.Maker = { now in try folder.open(folder.mixed, now: now) }
    var operations = try await RandomOperations(seed: seed, reopen: open, make: open)
    try await operations.run(Steps.count(or: 200))
  }

  @Test(arguments: StoreRequirement.all)
  func meets(_ requirement: StoreRequirement) async throws {
    let folder = try TaskFolder()
    try folder.write("home.taskpaper", "")
    try await requirement.check(reopen: { now in try folder.open(now: now) }) { now in
      try folder.open(now: now)
    }
  }
}
