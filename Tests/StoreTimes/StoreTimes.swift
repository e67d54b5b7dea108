import CalendarItems
public import CalendarStores
import TaskDates

/// Measures a store: a bulk write, a query for one month, one write, and a refresh without changes.
public struct StoreTimes {
  private let name: String
  private let store: any CalendarStore
  private let count: Int

  /// Creates the measurement of an empty store, with the number of its items.
  public init(_ name: String, _ store: any CalendarStore, count: Int) {
    self.name = name
    self.store = store
    self.count = count
  }

  /// Tasks and events in ten years; every twentieth is weekly.
  private func item(_ number: Int) -> CalendarItem {
    var item = CalendarItem(
      kind: number.isMultiple(of: 2) ? .reminder : .event, uid: "item-\(number)@example.org",
      title: "Item number \(number)")
    item.when = DateParameters(dayNumber: 18_000 + number * 37 % 3650).map { .date($0) }
    item.notes = "Notes of item \(number) that go on a little"
    if number.isMultiple(of: 20) { item.recurrence = Recurrence(rule: RecurrenceRule(.weekly)) }
    return item
  }

  /// Measures and prints, a line for each step.
  public func run() async throws {
    let list = try await store.createList(ItemList.Details(title: "Bench")).id
    try await measure("bulk write") {
      let all = (0..<count).map { ItemChange.create(ItemContent(item($0))) }
      for start in stride(from: 0, to: count, by: 1000) {
        _ = try await store.apply(Array(all[start..<min(start + 1000, count)]), to: list)
      }
    }
    // The writes change the state of a server, so the first refresh after them is not measured.
    try await store.refresh()
    try await measureQuestions()
    try await measure("one write") { _ = try await store.create(item(count), in: list) }
    try await store.refresh()
    try await measure("refresh") { try await store.refresh() }
    try await measure("versions") { _ = try await store.versions(in: list) }
  }

  private func measureQuestions() async throws {
    if let day = DateParameters(dayNumber: 20_000), let last = day.advanced(byDays: 29) {
      let window = TimeWindow(day...last, home: .utc)
      for name in ["month", "month again"] {
        try await measure(name) { _ = try await store.occurrences(in: window) }
      }
    }
    try await measure("text") { _ = try await store.items(matching: .text("number 4711")) }
  }

  private func measure(_ what: String, _ body: () async throws -> Void) async throws {
    let taken = try await ContinuousClock().measure(body)
    let tenths = Int((taken / .microseconds(100)).rounded())
    print("\(name) \(count): \(what) \(tenths / 10).\(tenths % 10) ms")
  }
}
