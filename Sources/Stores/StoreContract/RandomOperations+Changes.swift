#if canImport(Testing)
import CalendarItems
import CalendarStores
import TaskDates
import Testing

/// One change, in the form for each of the two stores.
private struct RandomChange {
  let uid: String
  let mine: ItemChange
  let reference: ItemChange
}

extension RandomOperations {
  mutating func create() async throws { try await both([creation()]) }

  mutating func update() async throws { try await both([updating()].compactMap(\.self)) }

  mutating func remove() async throws { try await both([removal()].compactMap(\.self)) }

  /// Applies several changes at once, some to the same item.
  mutating func batch() async throws {
    // In an atomic store other changes fail than in the reference.
    let count = store.capabilities.contains(.isAtomic) ? 1 : 2 + chance.number(below: 4)
    var changes: [RandomChange] = []
    for _ in 0..<count {
      switch chance.number(below: 4) {
      case 0: changes.append(creation())
      case 1: changes += [removal()].compactMap(\.self)
      default: changes += [updating()].compactMap(\.self)
      }
    }
    try await both(changes)
  }

  // MARK: Kinds of changes

  private mutating func creation() -> RandomChange {
    let content = ItemContent(chance.item(uid: uid()))
    return RandomChange(uid: content.item.uid, mine: .create(content), reference: .create(content))
  }

  private mutating func updating() -> RandomChange? {
    guard let uid = known.uid(&chance), var pair = known[uid] else { return nil }
    let item = chance.item(uid: uid, like: pair.reference.item.kind)
    pair.mine.item.take(item)
    pair.reference.item.take(item)
    return RandomChange(
      uid: uid, mine: .update(pair.mine.version, pair.mine.content),
      reference: .update(pair.reference.version, pair.reference.content))
  }

  private mutating func removal() -> RandomChange? {
    guard let uid = known.uid(&chance), let pair = known[uid] else { return nil }
    return RandomChange(
      uid: uid, mine: .remove(pair.mine.version), reference: .remove(pair.reference.version))
  }

  // MARK: To both

  /// Applies the same changes to both; they must succeed or fail in both.
  private mutating func both(_ changes: [RandomChange]) async throws {
    let mine = try await store.apply(changes.map(\.mine), to: lists.mine)
    let other = try await reference.apply(changes.map(\.reference), to: lists.reference)
    #expect(mine.count == other.count)
    for (change, results) in zip(changes, zip(mine, other)) {
      try await compare(change, results.0, and: results.1)
    }
  }

  private mutating func compare(
    _ change: RandomChange, _ first: Result<ItemVersion, StoreError>,
    and second: Result<ItemVersion, StoreError>
  ) async throws {
    switch (first, second) {
    case (.success(let mine), .success(let other)):
      // In one of four cases the old version of a changed item is kept; it is stale from then on.
      guard change.isCreation || !chance.isOne(in: 4) else { return }
      try await learn(change.uid, mine: mine.ref, other: other.ref)
    case (.failure(let mine), .failure(let other)):
      #expect(mine.isLike(other), "step \(done)")
      guard let pair = known[change.uid] else { return }
      try await learn(change.uid, mine: pair.mine.id, other: pair.reference.id)
    default: Issue.record("step \(done), one store: \(first), the reference: \(second)")
    }
  }

  // MARK: Occurrences

  /// Changes or removes an occurrence of an item, with or without the later ones.
  mutating func changeOccurrence() async throws {
    guard let uid = known.uid(&chance), let pair = known[uid], let window = chance.window(),
      let span = chance.element(of: OccurrenceSpan.allCases)
    else { return }
    let mine = ItemOccurrences(of: [pair.mine], in: window).all
    let other = ItemOccurrences(of: [pair.reference], in: window).all
    #expect(mine.map(\.compared) == other.map(\.compared), "step \(done)")
    guard let place = chance.element(of: Array(mine.indices)), mine.count == other.count else {
      return
    }
    let change = chance.isOne(in: 3) ? nil : OccurrenceChange(uid: self.uid(), &chance)
    let first = await Self.change(mine[place], change, span: span, in: store)
    let second = await Self.change(other[place], change, span: span, in: reference)
    #expect(first?.isLike(second) ?? (second == nil), "step \(done), \(span) of \(uid)")
    try await learn(uid, mine: pair.mine.id, other: pair.reference.id)
    if let change { try await find(change.uid) }
  }

  private static func change(
    _ occurrence: ItemOccurrence, _ change: OccurrenceChange?, span: OccurrenceSpan,
    in store: any CalendarStore
  ) async -> StoreError? {
    do throws(StoreError) {
      guard let change else {
        try await store.remove(occurrence, span: span)
        return nil
      }
      try await store.update(
        occurrence, to: change.made(of: occurrence.item), span: span, newUID: change.uid)
      return nil
    } catch { return error }
  }

  /// Reads an item by its UID, after a series was split.
  private mutating func find(_ uid: String) async throws {
    let mine = try await store.items(matching: .uid(uid)).first
    let other = await reference.items(matching: .uid(uid)).first
    #expect((mine == nil) == (other == nil), "step \(done)")
    guard let mine, let other else { return }
    try await learn(uid, mine: mine.id, other: other.id)
  }
}

/// A random change of an occurrence.
private struct OccurrenceChange {
  /// The UID of the new series of later occurrences.
  let uid: String
  private let title: String
  private let days: Int

  init(uid: String, _ chance: inout RandomItems) {
    self.uid = uid
    title = chance.title()
    days = chance.isOne(in: 2) ? 0 : chance.number(below: 5) - 2
  }

  func made(of item: CalendarItem) -> CalendarItem {
    var item = item
    item.title = title
    if let day = item.when?.firstDay.advanced(byDays: days), item.when?.isAllDay == true {
      item.when = .date(day)
    }
    return item
  }
}

extension RandomChange {
  fileprivate var isCreation: Bool {
    if case .create = mine { true } else { false }
  }
}

extension CalendarItem {
  /// Copies the changed fields of another item.
  fileprivate mutating func take(_ other: CalendarItem) {
    title = other.title
    (when, recurrence, notes) = (other.when, other.recurrence, other.notes)
    (categories, priority) = (other.categories, other.priority)
  }
}

extension StoreError {
  /// True if two stores refuse a change for equivalent reasons.
  fileprivate func isLike(_ reference: StoreError?) -> Bool {
    switch (self, reference) {
    // A store may reuse a name, and then there is another item with that name.
    case (.changedMeanwhile, .noItem): true
    default: sort == reference?.sort
    }
  }

  /// The name of the error's case.
  private var sort: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }
}
#endif
