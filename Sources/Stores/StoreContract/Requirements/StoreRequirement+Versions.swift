#if canImport(Testing)
import CalendarItems
import CalendarStores
import Testing

extension StoreRequirement {
  static let versionRequirements = [
    StoreRequirement("versions are those of the items, sorted by name") { world in
      for number in 1...12 { try await world.put(.reminder("\(number)")) }
      let list = try world.list()
      let versions = try await world.store.versions(in: list)
      #expect(versions.map(\.ref.name) == versions.map(\.ref.name).sorted())
      let items = try await world.store.items(at: versions.map(\.ref))
      #expect(items.map(\.version) == versions)
    },
    StoreRequirement("a change gives a new version, and nothing else does") { world in
      var stored = try await world.put(.reminder("1"))
      var tags: Set = [stored.version.tag]
      for number in 1...5 {
        stored.item.title = "Title \(number)"
        let version = try await world.store.update(stored)
        #expect(tags.insert(version.tag).inserted)
        stored = try #require(try await world.store.item(at: stored.id))
        #expect(stored.version == version)
        #expect(try await world.store.versions(in: stored.id.list) == [version])
      }
    },
    StoreRequirement("an item that changed since it was read is not overwritten") { world in
      let old = try await world.put(.reminder("1"))
      var mine = old
      mine.item.title = "Mine"
      let now = try await world.store.update(mine)
      var theirs = old
      theirs.item.title = "Theirs"
      let (store, stale) = (world.store, theirs)
      let error = StoreError.changedMeanwhile(old.id, now: now)
      await world.expect(error) { try await store.update(stale) }
      await world.expect(error) { try await store.remove(old.version) }
      #expect(try await store.item(at: old.id)?.item.title == "Mine")
    },
    StoreRequirement("an item that no longer exists is neither changed nor removed") { world in
      let old = try await world.put(.reminder("1"))
      try await world.store.remove(old.version)
      let store = world.store
      await world.expect(.noItem(old.id)) { try await store.update(old) }
      await world.expect(.noItem(old.id)) { try await store.remove(old.version) }
      #expect(try await store.items(matching: ItemPredicate()).isEmpty)
    },
    StoreRequirement("items come in the requested order, without missing ones") { world in
      let first = try await world.put(.reminder("1"))
      let second = try await world.put(.reminder("2"))
      let none = ItemRef(first.id.list, name: "no such item")
      let read = try await world.store.items(at: [second.id, none, first.id])
      #expect(read == [second, first])
    },
    StoreRequirement("of many simultaneous changes of one version, one succeeds") { world in
      let stored = try await world.put(.reminder("1"))
      let store = world.store
      let done = await withTaskGroup(of: Bool.self) { group in
        for number in 1...16 {
          var mine = stored
          mine.item.title = "Writer \(number)"
          let change = mine
          group.addTask { (try? await store.update(change)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(done == 1)
    },
    StoreRequirement("all of many simultaneous new items are kept") { world in
      let (store, list) = (world.store, try world.list())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...40 {
          group.addTask { try await store.create(.reminder("item \(number)"), in: list) }
        }
        try await group.waitForAll()
      }
      #expect(try await store.versions(in: list).count == 40)
    },
    StoreRequirement("a batch reports the result of each change") { world in
      let known = try await world.put(.reminder("1"))
      let list = known.id.list
      let results = try await world.store.apply(
        [
          .create(ItemContent(.reminder("2"))), .create(ItemContent(.reminder("1"))),
          .remove(known.version),
        ], to: list)
      try #require(results.count == 3)
      #expect(results[1] == .failure(.exists(known.version)))
      let isAtomic = world.store.capabilities.contains(.isAtomic)
      #expect((try? results[0].get()) == nil ? isAtomic : !isAtomic)
      #expect((try? results[2].get()) == nil ? isAtomic : !isAtomic)
      let uids = try await world.store.items(matching: ItemPredicate()).map(\.item.uid)
      #expect(uids == (isAtomic ? ["1"] : ["2"]))
    },
    StoreRequirement("a change in a batch sees the changes before it") { world in
      let results = try await world.store.apply(
        [.create(ItemContent(.reminder("1"))), .create(ItemContent(.reminder("1")))],
        to: try world.list())
      #expect((try? results[1].get()) == nil)
      #expect(try await world.store.items(matching: .uid("1")).count <= 1)
    },
    StoreRequirement("written items are there when the store is opened again") { world in
      for item in world.samples { try await world.put(item) }
      guard let again = try await world.reopened() else { return }
      #expect(try await again.lists() == world.store.lists())
      let mine = try await world.store.items(matching: ItemPredicate())
      #expect(try await again.items(matching: ItemPredicate()) == mine)
      for list in try await again.lists() {
        #expect(try await again.versions(in: list.id) == world.store.versions(in: list.id))
      }
    },
  ]
}
#endif
