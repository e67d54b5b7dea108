import CalendarItems
import CalendarStores
import Glibc
import SQLiteStore
import TaskDates

/// Writes to a store in a file and prints what the store has acknowledged: `Tests/Torture` kills it.
struct StoreWrites {
  private let store: SQLiteStore

  init(_ path: String) throws {
    store = try SQLiteStore(path: path, now: { Instant(seconds: 1_796_000_000) })
  }

  /// Creates items one by one, renames every second one, removes every third one, and prints each change after the
  /// store has acknowledged it.
  func write(_ numbers: Range<Int>) async throws {
    let list = try await list()
    for number in numbers {
      let item = CalendarItem(kind: .reminder, uid: "\(number)", title: "new")
      let version = try await store.create(item, in: list)
      printLine("created \(number)")
      guard var stored = try await store.item(at: version.ref) else { continue }
      if number.isMultiple(of: 2) {
        stored.item.title = "renamed"
        _ = try await store.update(stored)
        printLine("renamed \(number)")
      } else if number.isMultiple(of: 3) {
        try await store.remove(version)
        printLine("removed \(number)")
      }
    }
  }

  /// Prints the items, and what is wrong with them.
  func tell() async throws {
    for fault in try await store.integrity() { print("fault \(fault)") }
    for stored in try await store.items(matching: ItemPredicate()) {
      print("\(stored.item.uid) \(stored.item.title)")
    }
  }

  private func list() async throws -> ItemList.ID {
    if let list = try await store.lists().first { return list.id }
    return try await store.createList(ItemList.Details(title: "Torture")).id
  }

  private func printLine(_ line: String) {
    print(line)
    fflush(nil)
  }
}
