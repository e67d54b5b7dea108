import CalendarItems
import CalendarStores
import Foundation
import SQLiteStore
import StoreMirror
import TaskDates
import TestSupport

/// A store in a file.
struct StoreDamage: DamageSubject {
  let whole: [UInt8]
  let tables = ["list", "item", "gone", "counter", "grdb_migrations"]

  init(_ folder: ScratchFolder) async throws {
    let store = try SQLiteStore(path: folder.at("whole"), now: Self.now)
    let list = try await store.createList(ItemList.Details(title: "Home")).id
    for result in try await store.apply(Items.all.map(ItemChange.create), to: list) {
      _ = try result.get()
    }
    try await store.backup(to: folder.at("copy"))
    whole = Array(try Data(contentsOf: URL(fileURLWithPath: folder.at("copy"))))
  }

  private static let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }

  func use(_ path: String) async -> DamageResult {
    do {
      let store = try SQLiteStore(path: path, now: Self.now)
      for list in try await store.lists() {
        _ = try await store.versions(in: list.id)
        _ = try? await store.create(
          CalendarItem(kind: .event, uid: "new", title: "New"), in: list.id)
        _ = try? await store.updateList(list.id, to: list.details)
      }
      let items = try await store.items(matching: ItemPredicate())
      for item in items.prefix(2) { try? await store.remove(item.version) }
      for item in items.suffix(2) { _ = try? await store.update(item) }
      _ = try? await store.items(matching: .text("notes"))
      _ = try? await store.items(matching: .uid("3"))
      try? await store.refresh()
      _ = try? await store.integrity()
      return .read
    } catch {
      return .refused
    }
  }
}

/// The cache of a server.
struct MirrorDamage: DamageSubject {
  let whole: [UInt8]
  let tables = ["list", "item", "gone", "counter", "fact", "grdb_migrations"]
  private static let list = MirroredList(
    ItemList(id: ItemList.ID("/home"), source: "s", details: ItemList.Details(title: "Home")),
    href: "/home/")

  init(_ folder: ScratchFolder) async throws {
    let path = folder.at("whole")
    try await Self.fill(path)
    whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func fill(_ path: String) async throws {
    let mirror = try StoreMirror(path: path, source: "s")
    try await mirror.setLists([list])
    try await mirror.setFact("home", to: "/home")
    try await mirror.update(list, keeping: texts(1...12))
    try await mirror.update(list, keeping: [], removing: ["1.ics"])
  }

  private static func texts(_ numbers: ClosedRange<Int>) -> [MirroredText] {
    numbers.map { number in
      let text =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VTODO\r\nUID:\(number)\r\n"
        + "DTSTAMP:20260101T000000Z\r\nSUMMARY:Item \(number)\r\nDUE;VALUE=DATE:20261201\r\n"
        + "END:VTODO\r\nEND:VCALENDAR\r\n"
      return MirroredText(
        MirroredResource(name: "\(number).ics", href: "/home/\(number).ics", tag: "\(number)"),
        bytes: Array(text.utf8))
    }
  }

  func use(_ path: String) async -> DamageResult {
    do {
      let mirror = try StoreMirror(path: path, source: "s")
      _ = try await mirror.fact("home")
      for list in try await mirror.lists() {
        _ = try await mirror.versions(in: list.list.id)
        for resource in try await mirror.resources(in: list.list.id) {
          _ = try await mirror.text(at: ItemRef(list.list.id, name: resource.name))
        }
      }
      _ = try await mirror.items(matching: ItemPredicate())
      _ = try await mirror.version(ofUID: "3", in: Self.list.list.id)
      try await mirror.setLists([Self.list])
      try await mirror.update(Self.list, keeping: Self.texts(3...14), removing: ["2.ics"])
      try await mirror.broadcastChanges()
      return .read
    } catch {
      return .refused
    }
  }
}

private enum Items {
  static let all: [ItemContent] = (1...20).map { number in
    var item = CalendarItem(
      kind: number.isMultiple(of: 2) ? .event : .reminder, uid: "\(number)",
      title: "Title \(number)")
    item.when = DateParameters(dayNumber: 20_800 + number).map { .date($0) }
    item.notes = "Notes of it, in words"
    return ItemContent(item)
  }
}
