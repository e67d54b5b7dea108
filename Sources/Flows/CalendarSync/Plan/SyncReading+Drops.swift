import CalendarStores
import ExactText

/// Lists that are removed from one store, because a person has removed them from the other one.
extension SyncReading {
  /// Notes empty lists that a person asks to remove, and leaves out others that are empty on one side and missing on the
  /// other; those are created with their first item.
  mutating func findDrops(_ options: ListPairing.Options) {
    let filled = versions.map { Set($0.keys.map(\.list)) }
    func isEmpty(_ pair: ListPair) -> Bool {
      SyncSide.allCases.allSatisfy { side in
        pair.lists[side].map { !filled[side].contains($0.id) } ?? true
      }
    }
    for index in pairs.indices where pairs[index].drops.isEmpty && pairs[index].isMeant(by: options)
    {
      if isEmpty(pairs[index]) {
        pairs[index].drops = Set(SyncSide.allCases.filter { pairs[index].lists[$0] != nil })
      } else {
        listsWithItems.append(pairs[index].title)
      }
    }
    let meant = pairs.filter { $0.isMeant(by: options) }
    unknownLists = options.droppedLists.filter { name in
      !meant.contains { pair in pair.titles.contains { $0 == name } }
    }
    pairs.removeAll { $0.missingSide != nil && $0.drops.isEmpty && isEmpty($0) }
  }

  /// Notes the lists whose items are removed because a person has removed the other list, and has confirmed that.
  mutating func findRemovedLists(_ options: ListPairing.Options) {
    for index in pairs.indices where pairs[index].drops.isEmpty {
      guard let ids = pairs[index].ids else { continue }
      for side in SyncSide.allCases
      where options.removedLists[side].contains(ids[side])
        && !versions[side].keys.contains(where: { $0.list == ids[side] })
        && synced.contains(where: { $0.versions.map(\.ref.list) == ids })
      {
        (pairs[index].drops, pairs[index].dropsWithItems) = ([side.other], true)
      }
    }
  }
}

extension ListPair {
  /// The title, and those of both lists.
  fileprivate var titles: [String] {
    [title] + SyncSide.allCases.compactMap { lists[$0]?.title }
  }

  /// True if a person asks to remove the list.
  fileprivate func isMeant(by options: ListPairing.Options) -> Bool {
    SyncSide.allCases.contains { side in
      lists[side].map { options.drops($0.title, on: side) } ?? false
    }
  }
}
