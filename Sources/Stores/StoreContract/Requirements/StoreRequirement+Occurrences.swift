#if canImport(Testing)
import CalendarItems
import CalendarStores
import TaskDates
import Testing

extension StoreFixture {
  /// The local times at which events begin in the two months of the samples.
  fileprivate func begins() async throws -> [String] {
    let window = try TimeWindow.days("2026-12-01", "2027-01-31")
    return try await store.events(in: window).all
      .compactMap { Self.home.civil(at: $0.begin)?.formattedDate }
  }

  fileprivate func occurrence(_ number: Int) async throws -> ItemOccurrence {
    let all = try await store.events(in: try TimeWindow.days("2026-12-01", "2027-01-31")).all
    return try #require(all.indices.contains(number) ? all[number] : nil)
  }

  fileprivate func putWeekly() async throws {
    try await put(.event("1", "2026-12-07 09:00-10:00", rule: "FREQ=WEEKLY;COUNT=4"))
  }

  fileprivate func remove(_ number: Int, _ span: OccurrenceSpan) async throws -> [String] {
    try await putWeekly()
    try await store.remove(try await occurrence(number), span: span)
    return try await begins()
  }

  fileprivate func move(_ number: Int, to when: String, span: OccurrenceSpan) async throws
    -> [String]
  {
    try await putWeekly()
    let occurrence = try await occurrence(number)
    var item = occurrence.item
    item.when = try DatePayload(parsing: when).value
    item.title = "Moved"
    try await store.update(occurrence, to: item, span: span, newUID: "2")
    return try await begins()
  }
}

extension StoreRequirement {
  static let occurrenceRequirements = [
    StoreRequirement("occurrences keep their local time when clocks change") { world in
      try await world.put(.event("1", "2026-10-23 09:00-10:00", rule: "FREQ=DAILY;COUNT=4"))
      let window = try TimeWindow.days("2026-10-01", "2026-10-31")
      let all = try await world.store.events(in: window).all
      #expect(all.map { $0.end.seconds - $0.begin.seconds } == [3600, 3600, 3600, 3600])
      #expect(all.last.map { $0.begin.seconds - all[0].begin.seconds } == 3 * 86_400 + 3600)
    },
    StoreRequirement("occurrences are in order of time, including moved ones") { world in
      try await world.put(world.changedSeries)
      try await world.put(.event("lone", "2026-12-21 08:00-12:00"))
      #expect(
        try await world.begins() == [
          "2026-12-07 09:00", "2026-12-15 11:00", "2026-12-21 08:00", "2026-12-21 09:00",
          "2027-01-04 09:00", "2027-01-11 09:00",
        ])
    },
    StoreRequirement("an occurrence that began before a window and lasts into it is in it") {
      world in
      try await world.put(
        .event("1", "2026-12-01 12:00 thru 2026-12-03 12:00", rule: "FREQ=WEEKLY"))
      let day = try TimeWindow.days("2026-12-10", "2026-12-10")
      #expect(try await world.store.events(in: day).all.count == 1)
    },
    StoreRequirement("a series without an end has occurrences in any year") { world in
      try await world.put(.event("1", "2000-01-01", rule: "FREQ=YEARLY"))
      let year = try TimeWindow.days("2900-01-01", "2900-12-31")
      #expect(try await world.store.events(in: year).all.map(\.originalDate.date.year) == [2900])
    },
    StoreRequirement("a single occurrence is removed") { world async throws in
      #expect(
        try await world.remove(1, .this)
          == ["2026-12-07 09:00", "2026-12-21 09:00", "2026-12-28 09:00"])
    },
    StoreRequirement("an occurrence is removed with those after it") { world async throws in
      #expect(
        try await world.remove(2, .thisAndFuture) == ["2026-12-07 09:00", "2026-12-14 09:00"])
    },
    StoreRequirement("removing the first occurrence with all later ones removes the series") {
      world async throws in
      #expect(try await world.remove(0, .thisAndFuture) == [])
      #expect(try await world.store.items(matching: ItemPredicate()).isEmpty)
    },
    StoreRequirement("all occurrences are removed through one of them") { world async throws in
      #expect(try await world.remove(3, .all) == [])
    },
    StoreRequirement("a single occurrence is changed") { world in
      let begins = try await world.move(1, to: "2026-12-16 20:00-21:00", span: .this)
      #expect(
        begins == [
          "2026-12-07 09:00", "2026-12-16 20:00", "2026-12-21 09:00", "2026-12-28 09:00",
        ])
      let all = try await world.store.items(matching: .text("moved"))
      #expect(all.map(\.item.title) == ["Event 1"])
    },
    StoreRequirement("a changed occurrence is changed again") { world in
      _ = try await world.move(1, to: "2026-12-16 20:00-21:00", span: .this)
      let moved = try await world.occurrence(1)
      var item = moved.item
      item.title = "Twice"
      try await world.store.update(moved, to: item, span: .this, newUID: "2")
      let again = try await world.occurrence(1)
      #expect(again.item.title == "Twice")
      #expect(again.begin == moved.begin)
      #expect(try await world.begins().count == 4)
    },
    StoreRequirement("an occurrence is changed with those after it") { world in
      let begins = try await world.move(2, to: "2026-12-22 10:00-12:00", span: .thisAndFuture)
      #expect(
        begins == [
          "2026-12-07 09:00", "2026-12-14 09:00", "2026-12-22 10:00", "2026-12-29 10:00",
        ])
      let uids = try await world.store.items(matching: ItemPredicate()).map(\.item.uid)
      #expect(uids.sorted() == ["1", "2"])
    },
    StoreRequirement("all occurrences are moved by the distance of one") { world in
      let begins = try await world.move(2, to: "2026-12-22 10:00-12:00", span: .all)
      #expect(
        begins == [
          "2026-12-08 10:00", "2026-12-15 10:00", "2026-12-22 10:00", "2026-12-29 10:00",
        ])
      let all = try await world.store.items(matching: ItemPredicate())
      #expect(all.map(\.item.title) == ["Moved"])
    },
    StoreRequirement("an occurrence of an outdated version is refused") { world in
      try await world.putWeekly()
      let old = try await world.occurrence(1)
      try await world.store.remove(try await world.occurrence(0), span: .this)
      let store = world.store
      await #expect(throws: StoreError.self) { try await store.remove(old, span: .this) }
      #expect(try await world.begins().count == 3)
    },
  ]
}
#endif
