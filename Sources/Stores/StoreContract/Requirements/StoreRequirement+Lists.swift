#if canImport(Testing)
import CalendarItems
import CalendarStores
import ExactText
import Testing

extension StoreRequirement {
  static let listRequirements = [
    StoreRequirement("access to all kinds of items is granted") { world in
      for kind in CalendarItem.Kind.allCases {
        #expect(await world.store.access(to: kind) == .full)
      }
    },
    StoreRequirement("each list is in an existing source") { world in
      let sources = try await world.store.sources().map(\.id)
      #expect(!sources.isEmpty)
      for list in try await world.store.lists() { #expect(sources.contains(list.source)) }
    },
    StoreRequirement("lists are sorted by ID, each once") { world in
      let ids = try await world.store.lists().map(\.id)
      #expect(ids == Set(ids).sorted())
    },
    StoreRequirement("a new list has the details that it was given") { world in
      guard world.store.capabilities.contains(.changesLists) else { return }
      let details = ItemList.Details(
        title: "Grüße & <Küsse> 🎈", color: "#FF8800", kinds: [.event])
      let made = try await world.store.createList(details)
      #expect(made.details == details)
      #expect(made.isWritable)
      #expect(try await world.store.list(made.id) == made)
    },
    StoreRequirement("two lists may have the same title") { world in
      guard world.store.capabilities.contains(.changesLists) else { return }
      let details = ItemList.Details(title: "Twin")
      let pair = [
        try await world.store.createList(details), try await world.store.createList(details),
      ]
      #expect(pair[0].id != pair[1].id)
      #expect(try await world.store.lists().filter { $0.title == "Twin" }.count == 2)
    },
    StoreRequirement("lists whose titles differ only in their bytes are two lists") { world in
      guard world.store.capabilities.contains(.changesLists) else { return }
      let titles = ["caf\u{E9}", "cafe\u{301}"]
      var ids: [ItemList.ID] = []
      for title in titles {
        ids.append(try await world.store.createList(ItemList.Details(title: title)).id)
      }
      #expect(ids[0] != ids[1])
      try await world.store.create(.reminder("1"), in: ids[0])
      #expect(try await world.store.versions(in: ids[0]).count == 1)
      #expect(try await world.store.versions(in: ids[1]).isEmpty)
      for (id, title) in zip(ids, titles) {
        #expect(try await world.store.list(id).title == title)
      }
    },
    StoreRequirement("a list with new details keeps its ID and its items") { world in
      guard let id = try await world.otherList() else { return }
      let version = try await world.store.create(.reminder("1"), in: id)
      let details = ItemList.Details(title: "../Other/ name", color: nil)
      let list = try await world.store.updateList(id, to: details)
      #expect(list.id == id)
      let read = try await world.store.list(id).details
      #expect(read == world.losses.kept(details, beside: read))
      #expect(try await world.store.versions(in: id) == [version])
    },
    StoreRequirement("a list keeps the kinds that its items have") { world in
      guard let id = try await world.otherList() else { return }
      try await world.store.create(.reminder("1"), in: id)
      let details = ItemList.Details(title: "Events", kinds: [.event])
      let list = try await world.store.updateList(id, to: details)
      #expect(list.details.kinds == [.event, .reminder])
    },
    StoreRequirement("a list is removed with its items") { world in
      guard let id = try await world.otherList() else { return }
      let version = try await world.store.create(.reminder("1"), in: id)
      try await world.store.removeList(id)
      #expect(try await world.store.lists().contains { $0.id == id } == false)
      #expect(try await world.store.item(at: version.ref) == nil)
      #expect(try await world.store.items(matching: .uid("1")).isEmpty)
    },
    StoreRequirement("a list that does not exist is refused") { world in
      let (store, id) = (world.store, ItemList.ID("no such list"))
      await world.expect(.noList(id)) { _ = try await store.versions(in: id) }
      await world.expect(.noList(id)) { try await store.create(.reminder("1"), in: id) }
      guard store.capabilities.contains(.changesLists) else { return }
      await world.expect(.noList(id)) { try await store.removeList(id) }
      await world.expect(.noList(id)) {
        _ = try await store.updateList(id, to: ItemList.Details(title: "x"))
      }
    },
    StoreRequirement("a list accepts only its kinds of items") { world in
      guard world.store.capabilities.contains(.changesLists) else { return }
      let store = world.store
      let list = try await store.createList(ItemList.Details(title: "Events", kinds: [.event]))
      await world.expect(.notAllowed(.reminder, list.id)) {
        try await store.create(.reminder("1"), in: list.id)
      }
      #expect(try await store.versions(in: list.id).isEmpty)
    },
  ]
}
#endif
