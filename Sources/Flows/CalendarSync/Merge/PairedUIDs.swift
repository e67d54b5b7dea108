import CalendarItems
import CalendarStores
import ExactText

/// The UIDs of items that have another UID in each store, so that an item can name its parent in the terms of each.
///
/// A line that was paired with an item of the other store keeps the UID that was made of it.
struct PairedUIDs {
  private var others = SyncSides<ExactDictionary<String>>(a: [:], b: [:])

  /// Adds an item; the last one with a UID counts.
  mutating func add(_ uids: SyncSides<String>) {
    let isSame = ExactString(uids.a) == ExactString(uids.b)
    for side in SyncSide.allCases {
      if isSame, others[side].isEmpty { continue }
      others[side][uids[side]] = isSame ? nil : uids[side.other]
    }
  }

  /// The content of an item of a side, related to others by the UIDs that these have on the other side.
  func content(_ content: ItemContent, from side: SyncSide) -> ItemContent {
    let names = others[side]
    guard !names.isEmpty else { return content }
    var content = content
    content.item.rename(names)
    for index in content.changed.indices { content.changed[index].rename(names) }
    return content
  }
}

extension CalendarItem {
  fileprivate mutating func rename(_ names: ExactDictionary<String>) {
    guard relations.contains(where: { names[$0.uid] != nil }) else { return }
    var renamed: [Relation] = []
    for relation in relations {
      let relation = Relation(relation.kind, names[relation.uid] ?? relation.uid)
      if !renamed.contains(relation) { renamed.append(relation) }
    }
    relations = renamed
  }
}
