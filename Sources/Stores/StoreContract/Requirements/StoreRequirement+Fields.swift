#if canImport(Testing)
import CalendarItems
import CalendarStores
import TaskDates
import Testing

extension StoreRequirement {
  static let fieldRequirements = [
    StoreRequirement("each field of an item is in one of the samples") { world in
      let samples =
        world.samples + SampleItems.changedSeries.items + SampleItems.changedFuture.items
      for field in ItemField.allCases where !Self.isEverywhere(field) {
        #expect(samples.contains { $0.has(field) }, "\(field.name) is in no sample")
      }
    },
    StoreRequirement("each field of an item is in one of many random items") { world in
      var chance = RandomItems(1)
      let items = (0..<500).map { chance.item(uid: "\($0)") }
      for field in ItemField.allCases where !Self.isEverywhere(field) && !Self.isOfSeries(field) {
        #expect(items.contains { $0.has(field) }, "\(field.name) is in none")
      }
    },
    StoreRequirement("an estimate, and repetition after completion, are kept") { world in
      for number in 0..<3 {
        var item = CalendarItem.reminder("\(number)", due: number == 0 ? nil : "2026-12-03 15:30")
        item.estimate = TimeSpan(seconds: 7200)
        if number == 2 {
          item.recurrence = Recurrence(
            rule: RecurrenceRule(.daily, interval: 10), isAfterDone: true)
        }
        var stored = try await world.put(item)
        #expect(stored.item.unstamped.changes(from: item) == [])
        stored.item.estimate = TimeSpan(seconds: 60)
        stored.item.recurrence?.rule?.interval = 3
        try await world.store.update(stored)
        let read = try #require(try await world.store.item(at: stored.id))
        #expect(read.item.unstamped.changes(from: stored.item.unstamped) == [])
      }
    },
    StoreRequirement("a change of all later occurrences is kept") { world in
      guard world.store.capabilities.contains(.preservesText) else { return }
      let content = SampleItems.changedFuture
      let read = try await world.put(content).content
      #expect(read.unstamped.isEqual(to: content))
    },
    StoreRequirement("an item that its text cannot express is refused") { world in
      guard world.store.capabilities.contains(.preservesText) else { return }
      var item = CalendarItem.reminder("1")
      item.recurrence = Recurrence(rule: RecurrenceRule(.daily))
      let (store, list, wrong) = (world.store, try world.list(), item)
      await #expect(throws: StoreError.self) { try await store.create(wrong, in: list) }
      #expect(try await store.items(matching: ItemPredicate()).isEmpty)
    },
  ]

  /// True for a field that every item has, or that its store sets.
  private static func isEverywhere(_ field: ItemField) -> Bool {
    [.core(.kind), .core(.revision)].contains(field)
  }

  private static func isOfSeries(_ field: ItemField) -> Bool {
    [.core(.occurrence), .core(.replacesFuture), .core(.anchor), .core(.start)].contains(field)
  }
}
#endif
