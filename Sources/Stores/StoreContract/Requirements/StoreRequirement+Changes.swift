#if canImport(Testing)
import CalendarItems
import CalendarStores
import Testing

extension StoreRequirement {
  static let changeRequirements = [
    StoreRequirement("a change is reported to all listeners, once each") { world in
      let listeners = [await world.store.changes(), await world.store.changes()]
      let stored = try await world.put(.reminder("1"))
      for listener in listeners {
        var changes = listener.makeAsyncIterator()
        #expect(await changes.next() == .items(stored.id.list, [stored.id]))
      }
    },
    StoreRequirement("a failed change is not reported") { world in
      let stored = try await world.put(.reminder("1"))
      var changes = await world.store.changes().makeAsyncIterator()
      _ = try await world.store.apply(
        [.create(ItemContent(.reminder("1")))], to: stored.id.list)
      try await world.store.remove(stored.version)
      let second = try await world.put(.reminder("2"))
      #expect(await changes.next() == .items(stored.id.list, [stored.id]))
      #expect(await changes.next() == .items(stored.id.list, [second.id]))
    },
    StoreRequirement("a new list is reported") { world in
      guard world.store.capabilities.contains(.changesLists) else { return }
      var changes = await world.store.changes().makeAsyncIterator()
      _ = try await world.otherList()
      #expect(await changes.next() == .lists)
    },
    StoreRequirement("refreshing reports nothing if nobody else changed anything") { world in
      try await world.put(.reminder("1"))
      var changes = await world.store.changes().makeAsyncIterator()
      try await world.store.refresh()
      let second = try await world.put(.reminder("2"))
      #expect(await changes.next() == .items(second.id.list, [second.id]))
    },
    StoreRequirement("changes by another process are reported without a refresh") { world in
      let capabilities = world.store.capabilities
      guard capabilities.isSuperset(of: [.isShared, .detectsOutsideChanges]),
        let other = try await world.reopened()
      else { return }
      let list = try world.list()
      let changes = await world.store.changes()
      let version = try await other.create(.reminder("theirs"), in: list)
      let notified = try await within(seconds: 10) {
        for await change in changes where change == .items(list, [version.ref]) { return true }
        return false
      }
      #expect(notified == true)
    },
    StoreRequirement("changes by another process are seen, and reported on refresh") { world in
      guard world.store.capabilities.contains(.isShared), let other = try await world.reopened()
      else {
        return
      }
      let mine = try await world.put(.reminder("1"))
      var changes = await world.store.changes().makeAsyncIterator()
      var theirs = try #require(try await other.item(at: mine.id))
      theirs.item.title = "Theirs"
      let version = try await other.update(theirs)
      try await world.store.refresh()
      #expect(await changes.next() == .items(mine.id.list, [mine.id]))
      #expect(try await world.store.item(at: mine.id)?.item.title == "Theirs")
      let (store, old) = (world.store, mine)
      await world.expect(.changedMeanwhile(mine.id, now: version)) { try await store.update(old) }
    },
  ]
}

/// Waits for a result; nil if there is none in time.
private func within<Value: Sendable>(
  seconds: Int, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask(operation: body)
    group.addTask {
      try await Task.sleep(for: .seconds(seconds))
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
#endif
