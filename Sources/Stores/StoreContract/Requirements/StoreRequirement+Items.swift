#if canImport(Testing)
import CalendarItems
import CalendarStores
import ExactText
import TaskDates
import Testing

extension StoreRequirement {
  static let itemRequirements = [
    StoreRequirement("an item is read as it was written") { world in
      for (number, item) in world.samples.enumerated() {
        let stored = try await world.put(item)
        #expect(stored.item.unstamped.changes(from: item) == [], "sample \(number)")
      }
      let all = try await world.store.items(matching: ItemPredicate())
      #expect(Set(all.map(\.item.uid)) == Set(world.samples.map(\.uid)))
    },
    StoreRequirement("a series is read with its changed occurrences") { world async throws in
      let content = world.changedSeries
      #expect(try await world.put(content).content.unstamped.isEqual(to: content))
    },
    StoreRequirement("any UID is kept and identifies one item") { world in
      for uid in world.oddUIDs { try await world.put(.reminder(uid)) }
      for uid in world.oddUIDs {
        let found = try await world.store.items(matching: .uid(uid))
        #expect(found.map(\.item.uid) == [uid])
      }
    },
    StoreRequirement("UIDs that look alike but differ in their bytes are two items") { world in
      // The letter é as one scalar, and as e with an accent.
      let pair = [CalendarItem.reminder("caf\u{E9}"), .reminder("cafe\u{301}")]
      var stored: [StoredItem] = []
      for item in pair { stored.append(try await world.put(item)) }
      for one in stored {
        let found = try await world.store.items(matching: .uid(one.item.uid))
        #expect(found.map(\.id) == [one.id])
      }
      try await world.store.remove(stored[0].version)
      #expect(try await world.store.items(matching: .uid(pair[0].uid)).isEmpty)
      #expect(try await world.store.item(at: stored[1].id) == stored[1])
    },
    StoreRequirement("a title can get another spelling that looks the same") { world in
      var stored = try await world.put(.reminder("spelling"))
      for title in ["caf\u{E9}", "cafe\u{301}"] {
        stored.item.title = title
        _ = try await world.store.update(stored)
        stored = try #require(try await world.store.item(at: stored.id))
        #expect(stored.item.title == title)
      }
    },
    StoreRequirement("an item without a UID is refused") { world in
      let (store, list) = (world.store, try world.list())
      await #expect(throws: StoreError.self) { try await store.create(.reminder(""), in: list) }
    },
    StoreRequirement("a list has each UID once") { world in
      let stored = try await world.put(.reminder("1"))
      let (store, list) = (world.store, try world.list())
      await world.expect(.exists(stored.version)) {
        try await store.create(.reminder("1", due: "2026-12-03"), in: list)
      }
      #expect(try await store.items(matching: .uid("1")) == [stored])
    },
    StoreRequirement("two lists may have an item with the same UID") { world in
      guard world.store.capabilities.contains(.allowsDuplicateUIDs),
        let other = try await world.otherList()
      else { return }
      try await world.put(.reminder("1"))
      try await world.store.create(.reminder("1"), in: other)
      #expect(try await world.store.items(matching: .uid("1")).count == 2)
    },
    StoreRequirement("an item gets its new content") { world in
      var stored = try await world.put(.reminder("1", due: "2026-12-03"))
      stored.item.title = "Another, with; signs\\ and\nlines"
      stored.item.notes = "Notes\n\n\tindented"
      stored.item.status = .completed
      stored.item.completed = Instant(seconds: 1_796_100_000)
      let version = try await world.store.update(stored)
      let read = try #require(try await world.store.item(at: stored.id))
      #expect(read.version == version)
      #expect(read.item.unstamped.isEqual(to: stored.item.unstamped))
    },
    StoreRequirement("the UID of an item cannot be changed") { world in
      let stored = try await world.put(.reminder("1"))
      var other = stored
      other.item.uid = "2"
      let (store, wrong) = (world.store, other)
      await #expect(throws: StoreError.self) { try await store.update(wrong) }
      #expect(try await store.item(at: stored.id) == stored)
    },
    StoreRequirement("a removed item no longer exists, and its UID can be used again") { world in
      let stored = try await world.put(.reminder("1"))
      try await world.store.remove(stored.version)
      #expect(try await world.store.item(at: stored.id) == nil)
      #expect(try await world.store.versions(in: stored.id.list).isEmpty)
      #expect(try await world.put(.reminder("1")).version != stored.version)
    },
    StoreRequirement("an item moves to another list unchanged") { world in
      guard let other = try await world.otherList() else { return }
      let stored = try await world.put(world.full)
      let there = try await world.store.move(stored, to: other)
      #expect(try await world.store.item(at: stored.id) == nil)
      let read = try #require(try await world.store.item(at: there.ref))
      #expect(read.item.unstamped.changes(from: world.full) == [])
    },
    StoreRequirement("a new item gets stamps, and one with stamps keeps them") { world in
      let stored = try await world.put(.reminder("1"))
      #expect(stored.item.revision?.sequence == 0)
      #expect(stored.item.revision?.created == stored.item.revision?.modified)
      var other = CalendarItem.reminder("2")
      other.revision = Revision(modified: Instant(seconds: 1_700_000_000), sequence: 7)
      #expect(try await world.put(other).item.revision == other.revision)
    },
    StoreRequirement("a change gets a later stamp, and a new date a new sequence") { world in
      var stored = try await world.put(.reminder("1", due: "2026-12-03"))
      let first = try #require(stored.item.revision)
      stored.item.title = "Another"
      try await world.store.update(stored)
      stored = try #require(try await world.store.item(at: stored.id))
      let second = try #require(stored.item.revision)
      #expect(second.modified > first.modified)
      #expect(second.sequence == first.sequence)
      stored.item.when = .date(try DateParameters(year: 2026, month: 12, day: 4))
      try await world.store.update(stored)
      let third = try #require(try await world.store.item(at: stored.id)?.item.revision)
      #expect(third.sequence == second.sequence + 1)
      #expect(third.created == first.created)
    },
  ]
}
#endif
