#if canImport(Testing)
import CalendarItems
import CalendarStores
import TaskDates
import Testing

extension StoreFixture {
  /// The UIDs of the items that match a predicate, in order.
  fileprivate func uids(_ predicate: ItemPredicate) async throws -> [String] {
    try await store.items(matching: predicate).map(\.item.uid).sorted()
  }
}

extension StoreRequirement {
  static let queryRequirements = [
    StoreRequirement("items are sorted by list and name") { world in
      for item in world.samples { try await world.put(item) }
      let refs = try await world.store.items(matching: ItemPredicate()).map(\.id)
      let sorted = refs.sorted()
      #expect(refs == sorted)
    },
    StoreRequirement("reminders and events are found separately") { world in
      for item in world.samples { try await world.put(item) }
      for kind in CalendarItem.Kind.allCases {
        let wanted = world.samples.filter { $0.kind == kind }.map(\.uid).sorted()
        #expect(try await world.uids(ItemPredicate(kind)) == wanted)
      }
    },
    StoreRequirement("the items of one list are found") { world in
      guard let other = try await world.otherList() else { return }
      try await world.put(.reminder("here"))
      try await world.store.create(.reminder("there"), in: other)
      #expect(try await world.uids(ItemPredicate(in: [other])) == ["there"])
      #expect(try await world.uids(ItemPredicate(in: [])) == [])
    },
    StoreRequirement("open reminders are found by their due date") { world in
      for day in ["02", "03", "04"] { try await world.put(.reminder(day, due: "2026-12-\(day)")) }
      try await world.put(.reminder("late", due: "2026-12-03 23:59", at: StoreFixture.home))
      try await world.put(.reminder("utc", due: "2026-12-03 23:30", at: .utc))  // the 4th in Berlin
      try await world.put(.reminder("none"))
      let day = try TimeWindow.days("2026-12-03", "2026-12-03")
      #expect(try await world.uids(.incompleteReminders(due: day)) == ["03", "late"])
      let all = ["02", "03", "04", "late", "none", "utc"]
      #expect(try await world.uids(.incompleteReminders()) == all)
    },
    StoreRequirement("a reminder without a date is found, even if a change has one") { world in
      var content = SampleItems.changedReminder
      try await world.put(content)
      content.item.uid = "without"
      content.item.when = nil
      content.item.recurrence = nil
      content.changed = content.changed.map {
        var other = $0
        other.uid = "without"
        return other
      }
      try await world.put(content)
      #expect(try await world.uids(.undatedReminders()) == ["without"])
    },
    StoreRequirement("a series takes place on its first date, even if its rule ends before") {
      world in
      guard !world.losses.contains(.endedRules) else { return }
      try await world.put(.event("1", "2026-12-10", rule: "FREQ=DAILY;UNTIL=20261101"))
      let day = try TimeWindow.days("2026-12-10", "2026-12-10")
      #expect(try await world.uids(.events(in: day)) == ["1"])
    },
    StoreRequirement("a repeating reminder is found by each of its dates") { world in
      var item = CalendarItem.reminder("1", due: "2026-12-03")
      item.recurrence = Recurrence(rule: RecurrenceRule(.monthly))
      try await world.put(item)
      let then = try TimeWindow.days("2031-05-03", "2031-05-03")
      let after = try TimeWindow.days("2031-05-04", "2031-06-02")
      #expect(try await world.uids(.incompleteReminders(due: then)) == ["1"])
      #expect(try await world.uids(.incompleteReminders(due: after)) == [])
    },
    StoreRequirement("completed reminders are found by the time of completion") { world in
      for (uid, seconds) in [("early", 1_796_000_000), ("late", 1_796_200_000)] {
        var item = CalendarItem.reminder(uid)
        item.status = .completed
        item.completed = Instant(seconds: seconds)
        try await world.put(item)
      }
      try await world.put(.reminder("open"))
      var off = CalendarItem.reminder("off")
      off.status = .cancelled
      try await world.put(off)
      let first = Instant(seconds: 1_796_000_000)..<Instant(seconds: 1_796_200_000)
      #expect(try await world.uids(.completedReminders(completed: first)) == ["early"])
      #expect(try await world.uids(.completedReminders()) == ["early", "late"])
      #expect(try await world.uids(.incompleteReminders()) == ["open"])
    },
    StoreRequirement("reminders without a date are found") { world in
      try await world.put(.reminder("dated", due: "2026-12-03"))
      try await world.put(.reminder("none"))
      var started = CalendarItem.reminder("started")
      started.start = .date(try DateParameters(year: 2026, month: 12, day: 1))
      try await world.put(started)
      #expect(try await world.uids(.undatedReminders()) == ["none"])
    },
    StoreRequirement("events are found if they overlap a window") { world in
      try await world.put(.event("before", "2026-12-02 10:00-11:00"))
      try await world.put(.event("into", "2026-12-02 22:00 thru 2026-12-03 00:01"))
      try await world.put(.event("until", "2026-12-02 22:00 thru 2026-12-03 00:00"))
      try await world.put(.event("day", "2026-12-03"))
      try await world.put(.event("next", "2026-12-04 00:00-01:00"))
      let day = try TimeWindow.days("2026-12-03", "2026-12-03")
      #expect(try await world.uids(.events(in: day)) == ["day", "into"])
    },
    StoreRequirement("items are found by their text, in upper or lower case") { world in
      try await world.put(world.full)
      try await world.put(.reminder("1"))
      for text in ["FULL", "third; WITH", "été", "日本", "rue de"] {
        #expect(try await world.uids(.text(text)) == ["full"], "\(text)")
      }
      for text in ["nowhere", "%", "_", "*", "\"", "' OR 1=1 --"] {
        let wanted = text == "\"" ? ["full"] : []
        #expect(try await world.uids(.text(text)) == wanted, "\(text)")
      }
    },
    StoreRequirement("a letter is found however its accent is encoded") { world in
      var item = CalendarItem.reminder("1")
      item.title = "Cafe\u{301} au lait; \u{3C3}\u{3BF}\u{3C6}\u{3CC}\u{3C2}"
      try await world.put(item)
      for text in ["café", "CAFÉ", "caf\u{65}\u{301} au", "σοφός", "lait; "] {
        #expect(try await world.uids(.text(text)) == ["1"], "\(text)")
      }
      #expect(try await world.uids(.text("cafe au")) == [])
    },
    StoreRequirement("items are found by their values") { world in
      try await world.put(.reminder("1", due: "2026-12-03"))
      try await world.put(.reminder("2", due: "2026-12-04"))
      var predicate = ItemPredicate()
      predicate.values = ItemSearchValues(title: "Reminder 1")
      #expect(try await world.uids(predicate) == ["1"])
      predicate.values = ItemSearchValues(
        title: "Reminder 1", when: .date(try DateParameters(year: 2026, month: 12, day: 4)))
      #expect(try await world.uids(predicate) == [])
    },
    StoreRequirement("a changed occurrence is found by its text") { world in
      try await world.put(world.changedSeries)
      #expect(try await world.uids(.text("another title")) == ["series"])
      let day = try TimeWindow.days("2026-12-15", "2026-12-15")
      #expect(try await world.uids(.events(in: day)) == ["series"])
      let left = try TimeWindow.days("2026-12-14", "2026-12-14")
      #expect(try await world.uids(.events(in: left)) == [])
    },
    StoreRequirement("all conditions of a predicate must hold") { world in
      for item in world.samples { try await world.put(item) }
      var predicate = ItemPredicate.text("full")
      #expect(try await world.uids(predicate) == ["full"])
      predicate.kind = .event
      #expect(try await world.uids(predicate) == [])
      predicate.kind = .reminder
      predicate.progress = .completed
      #expect(try await world.uids(predicate) == [])
    },
  ]
}
#endif
