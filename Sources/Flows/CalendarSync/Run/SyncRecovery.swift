import CalendarItems
import CalendarStores
import ExactText
import StoredText

extension SyncRun {
  /// Finds out what an interrupted run has done, and records that.
  func recover() async throws(StoreError) {
    let intents = try state.intents(of: number)
    guard !intents.isEmpty else { return }
    try await SyncRecovery(self).complete(intents)
  }
}

/// Finds out what an interrupted run has done.
///
/// The run may have written an item without recording it. What is there now and was about to be written counts as
/// written; every other difference is a change by somebody else.
private struct SyncRecovery {
  private let run: SyncRun
  private let synced: [SyncedItem]
  private let byID: [Int64: SyncedItem]
  private let pairs: [SyncSides<ItemList.ID>]
  /// The lists of each side that cannot be read.
  private let unreadable: SyncSides<Set<ItemList.ID>>
  /// The lists of each side in which items are looked for; nil for all.
  private let readable: SyncSides<Set<ItemList.ID>?>

  init(_ run: SyncRun) async throws(StoreError) {
    self.run = run
    synced = try run.state.items(of: run.number)
    byID = Dictionary(synced.map { ($0.id, $0) }) { $1 }
    pairs = try run.state.lists(of: run.number)
    var unreadable = SyncSides<Set<ItemList.ID>>(a: [], b: [])
    var readable = SyncSides<Set<ItemList.ID>?>(a: nil, b: nil)
    for side in SyncSide.allCases {
      let lists = Set(try await run.stores[side].lists().map(\.id))
      for list in lists where (try? await run.stores[side].versions(in: list)) == nil {
        unreadable[side].insert(list)
      }
      if !unreadable[side].isEmpty { readable[side] = lists.subtracting(unreadable[side]) }
    }
    (self.unreadable, self.readable) = (unreadable, readable)
  }

  /// Records what was done.
  ///
  /// What was about to be done in a list that cannot be read is found out when it can be.
  func complete(_ all: [SyncIntent]) async throws(StoreError) {
    let kept = all.filter(concernsUnreadableList)
    let intents = all.filter { !concernsUnreadableList($0) }
    var known = try run.state.contents(of: intents.compactMap(\.item))
    var records: [SyncedRecord] = []
    for intent in intents {
      try await removeCopy(intent)
      if let item = intent.item.flatMap({ byID[$0] }), let before = known[item.id] {
        let others = intents.filter { $0.item == item.id && $0.side != intent.side }
        known[item.id] = try await advanced(before, item, intent, others)
      } else if let made = try await created(intent) {
        records.append(made)
      }
    }
    records += known.compactMap { id, contents in byID[id].map { record($0, contents) } }
    try run.state.save(records, forgetting: [], of: run.number)
    try run.state.replaceIntents(with: kept, of: run.number)
  }

  private func concernsUnreadableList(_ intent: SyncIntent) -> Bool {
    let paired = pairs.filter { $0[intent.side] == intent.list }
    let item = intent.item.flatMap { byID[$0] }
    return SyncSide.allCases.contains { side in
      let lists = paired.map { $0[side] } + (item.map { [$0.versions[side].ref.list] } ?? [])
      return lists.contains(where: unreadable[side].contains)
    }
  }

  /// The items with a UID in the lists that can be read.
  private func items(
    called uid: String, _ kind: CalendarItem.Kind, on side: SyncSide
  ) async throws(StoreError) -> [StoredItem] {
    var predicate = ItemPredicate.uid(uid)
    (predicate.kind, predicate.lists) = (kind, readable[side])
    return try await run.stores[side].items(matching: predicate)
  }

  private func record(
    _ item: SyncedItem, _ contents: SyncSides<ItemContent>
  ) -> SyncedRecord {
    SyncedRecord(
      id: item.id,
      items: SyncSides(
        a: StoredItem(version: item.versions.a, content: contents.a),
        b: StoredItem(version: item.versions.b, content: contents.b)))
  }

  /// Removes the copy of an item that was to be moved and is still in its old list; the move is planned again.
  ///
  /// After a completed move the item is only in the new list.
  private func removeCopy(_ intent: SyncIntent) async throws(StoreError) {
    guard !intent.creates, let list = intent.list, intent.item.flatMap({ byID[$0] }) != nil
    else { return }
    let source = intent.source.item
    let found = try await items(
      called: source.uid, source.kind, on: intent.side)
    guard found.contains(where: { $0.id.list != list }),
      let copy = found.first(where: { $0.id.list == list }),
      copy.content.isEqual(to: intent.source, under: .store),
      !synced.contains(where: { $0.versions[intent.side].ref == copy.id })
    else { return }
    try await run.stores[intent.side].remove(copy.version)
  }

  /// What both sides had in common, with what the interrupted run has written on one side.
  ///
  /// An item that was restored is there again, as the other side had it. After another change, the other side had what
  /// was written, unless it was about to be changed too.
  private func advanced(
    _ before: SyncSides<ItemContent>, _ item: SyncedItem, _ intent: SyncIntent,
    _ others: [SyncIntent]
  ) async throws(StoreError) -> SyncSides<ItemContent> {
    guard let now = try await current(item, on: intent.side) else { return before }
    let (side, other) = (intent.side, intent.side.other)
    var contents = before
    if intent.creates {
      (contents[side], contents[other]) = (intent.content, intent.source)
      return contents
    }
    let written = intent.written(after: before[side], asFarAsIn: now.content)
    contents[side].take(written, from: intent.content)
    let shared = written.filter { change in
      !change.differs(before.a, before.b)
        && !others.contains { change.differs($0.source, $0.content) }
    }
    contents[other].take(shared, from: intent.content)
    return contents
  }

  /// An item of the state as a side has it now, also if somebody moved it.
  private func current(
    _ item: SyncedItem, on side: SyncSide
  ) async throws(StoreError) -> StoredItem? {
    let known = item.versions[side].ref
    if let now = try await run.items(at: [known], on: side)[known] { return now }
    return try await items(called: item.uids[side], item.kind, on: side).first
  }

  /// The item that was to be created, if it was; its versions are unknown, so both sides are compared.
  ///
  /// If the other side has removed its item meanwhile, that counts as a removal, and a move on either side as a move.
  private func created(_ intent: SyncIntent) async throws(StoreError) -> SyncedRecord? {
    let (side, other) = (intent.side, intent.side.other)
    guard let made = try await item(like: intent.content, on: side) else { return nil }
    let origin = try await item(like: intent.source, on: other)
    let list = intent.list ?? made.id.list
    let paired = pairs.filter { $0[side] == list }.map { $0[other] }
    guard let there = try await self.list(of: origin, made.item.kind, among: paired, on: other)
    else { return nil }
    var stored = SyncSides(a: made, b: made)
    stored[side] = StoredItem(version: .unknown(of: made.ref(in: list)), content: intent.content)
    stored[other] = StoredItem(
      version: .unknown(of: origin?.ref(in: there) ?? .missing(in: there)), content: intent.source)
    return SyncedRecord(id: nil, items: stored)
  }

  /// The list that an item was in when the run began: that of two lists for different kinds which takes its kind.
  private func list(
    of origin: StoredItem?, _ kind: CalendarItem.Kind, among paired: [ItemList.ID],
    on side: SyncSide
  ) async throws(StoreError) -> ItemList.ID? {
    if let list = origin?.id.list, paired.contains(list) { return list }
    guard paired.count > 1 else { return paired.first ?? origin?.id.list }
    let lists = try await run.stores[side].lists().filter { paired.contains($0.id) }
    return lists.first { $0.details.kinds.contains(kind) }?.id ?? paired.first
  }

  /// The item with the UID of another; nil if it is missing, or in sync, so that the run has recorded it.
  private func item(
    like content: ItemContent, on side: SyncSide
  ) async throws(StoreError) -> StoredItem? {
    let (uid, kind) = (content.item.uid, content.item.kind)
    if synced.contains(where: { $0.uids[side] == uid && $0.kind == kind }) { return nil }
    return try await items(called: uid, kind, on: side).first
  }
}

extension StoredItem {
  /// The reference to the item, if it is in a list; otherwise one to no item of the list.
  fileprivate func ref(in list: ItemList.ID) -> ItemRef {
    id.list == list ? id : .missing(in: list)
  }
}

extension ItemRef {
  /// A reference to no item.
  fileprivate static func missing(in list: ItemList.ID) -> ItemRef { ItemRef(list, name: "") }
}

/// A change that a run was about to make in an item.
private enum WrittenChange {
  case part(ItemPart)
  /// The changed occurrences of a series.
  case occurrences

  /// True if two contents are different in what is changed.
  func differs(_ left: ItemContent, _ right: ItemContent) -> Bool {
    switch self {
    case .part(let part): part.differs(left.item, right.item)
    case .occurrences: !left.hasOccurrences(of: right, under: .store)
    }
  }
}

extension SyncIntent {
  /// The changes that were to be made, and that an item has now.
  fileprivate func written(
    after before: ItemContent, asFarAsIn now: ItemContent
  ) -> [WrittenChange] {
    let zoneChanged = Set([before, content, source, now].map(\.item.anchor)).count > 1
    let all = ItemPart.all(zoneChanged: zoneChanged).map(WrittenChange.part) + [.occurrences]
    return all.filter { $0.differs(source, content) && !$0.differs(content, now) }
  }
}

extension ItemContent {
  /// Takes over some changes from another content.
  fileprivate mutating func take(_ changes: [WrittenChange], from other: ItemContent) {
    for change in changes {
      switch change {
      case .part(let part): part.copy(from: other.item, to: &item)
      case .occurrences:
        changed = other.changed
        for index in changed.indices { changed[index].uid = item.uid }
      }
    }
  }
}
