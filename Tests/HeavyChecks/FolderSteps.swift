import CalendarItems
import CalendarStores
import Glibc
import TaskDates
import VdirStore

/// Makes one change in a folder of `.ics` files: `Tests/Clients` runs it between the steps of other programs.
struct FolderSteps {
  private let store: VdirStore

  init(_ path: String) throws {
    store = try VdirStore(path: path, now: { Instant(seconds: time(nil)) })
  }

  /// Runs `list`, `add KIND UID TITLE DATE`, `rename UID TITLE` or `remove UID`; false for anything else.
  func run(_ words: [String]) async throws -> Bool {
    switch (words.first, words.count) {
    case ("list", 1): try await list()
    case ("add", 5): try await add(words)
    case ("rename", 3):
      for var stored in try await store.items(matching: .uid(words[1])) {
        stored.item.title = words[2]
        _ = try await store.update(stored)
      }
    case ("remove", 2):
      for stored in try await store.items(matching: .uid(words[1])) {
        try await store.remove(stored.version)
      }
    default: return false
    }
    return true
  }

  private func list() async throws {
    for stored in try await store.items(matching: ItemPredicate()) {
      let item = stored.item
      let when = item.when.map(\.description) ?? "-"
      print(
        [item.kind.rawValue, item.uid, item.title, when, item.status?.rawValue ?? "-"]
          .joined(separator: "\t"))
    }
  }

  private func add(_ words: [String]) async throws {
    guard let list = try await store.lists().first else { return }
    var item = CalendarItem(
      kind: words[1] == "event" ? .event : .reminder, uid: words[2], title: words[3])
    item.when = try DatePayload(parsing: words[4]).value
    _ = try await store.create(item, in: list.id)
  }
}
