import CalendarItems
import CalendarStores
import Foundation
import SQLiteStore
import TaskDates

/// Prints what stores take for a bulk write, a question of one month, one write, and a look for changes where
/// there are none.
///
/// usage: duecal-stores [COUNT]
struct StoreTimes {
  let name: String
  let store: any CalendarStore
  let count: Int

  /// Tasks and events of ten years, one in twenty of them weekly.
  private func item(_ number: Int) -> CalendarItem {
    var item = CalendarItem(
      kind: number.isMultiple(of: 2) ? .reminder : .event, uid: "item-\(number)@example.org",
      title: "Item number \(number)")
    item.when = DateParameters(dayNumber: 18_000 + number * 37 % 3650).map { .date($0) }
    item.notes = "Notes of item \(number) that go on a little"
    if number.isMultiple(of: 20) { item.recurrence = Recurrence(rule: RecurrenceRule(.weekly)) }
    return item
  }

  func run() async throws {
    let list = try await store.createList(ItemList.Details(title: "Bench")).id
    try await measure("bulk write") {
      let all = (0..<count).map { ItemChange.create(ItemContent(item($0))) }
      for start in stride(from: 0, to: count, by: 1000) {
        _ = try await store.apply(Array(all[start..<min(start + 1000, count)]), to: list)
      }
    }
    if let day = DateParameters(dayNumber: 20_000), let last = day.advanced(byDays: 29) {
      let window = TimeWindow(day...last, home: .utc)
      for name in ["month", "month again"] {
        try await measure(name) { _ = try await store.occurrences(in: window) }
      }
    }
    try await measure("text") { _ = try await store.items(matching: .text("number 4711")) }
    try await measure("one write") { _ = try await store.create(item(count), in: list) }
    try await measure("refresh") { try await store.refresh() }
    try await measure("versions") { _ = try await store.versions(in: list) }
  }

  private func measure(_ what: String, _ body: () async throws -> Void) async throws {
    let start = Date()
    try await body()
    let milliseconds = Date().timeIntervalSince(start) * 1000
    print(String(format: "%@ %d: %@ %.1f ms", name, count, what, milliseconds))
  }
}

let counts = CommandLine.arguments.dropFirst().compactMap(Int.init)
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let now: @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
for count in counts.isEmpty ? [1000, 10_000, 100_000] : counts {
  try await StoreTimes(name: "memory", store: MemoryStore(now: now), count: count).run()
  let path = folder.appendingPathComponent("\(count).sqlite").path
  try await StoreTimes(
    name: "sqlite", store: try SQLiteStore(path: path, now: now), count: count
  ).run()
  let start = Date()
  _ = try SQLiteStore(path: path, now: now)
  print(String(format: "sqlite %d: open %.1f ms", count, Date().timeIntervalSince(start) * 1000))
}
