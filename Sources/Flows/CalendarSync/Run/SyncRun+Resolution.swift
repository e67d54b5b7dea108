import CalendarItems
public import CalendarStores
import ExactText

extension SyncRun {
  /// Gives both stores the value that one side had when both changed it, and forgets the conflict.
  ///
  /// - Parameters:
  ///   - conflict: The conflict.
  ///   - side: The side whose value is taken.
  /// - Throws: `StoreError` if an item is gone, or was changed meanwhile; the conflict stays then.
  public func resolve(_ conflict: SyncConflict, to side: SyncSide) async throws(StoreError) {
    guard let part = ItemPart(named: conflict.part) else {
      throw StoreError.invalid("\(conflict.part) cannot be restored")
    }
    guard let synced = try state.items(of: number).first(where: { $0.id == conflict.item }) else {
      throw StoreError.invalid("the item is no longer in sync")
    }
    let value = conflict.contents[side].item
    for side in SyncSide.allCases {
      let ref = synced.versions[side].ref
      guard var item = try await stores[side].item(at: ref) else { throw StoreError.noItem(ref) }
      let isRecorded = SyncSide.allCases.contains {
        !part.differs(conflict.contents[$0].item, item.item)
      }
      guard isRecorded else {
        throw StoreError.invalid(
          "the \(part.name) was changed since the conflict was recorded, so it stays as it is")
      }
      guard part.differs(value, item.item) else { continue }
      part.copy(from: value, to: &item.content.item)
      try await stores[side].update(item)
    }
    try state.removeConflict(conflict.id)
  }
}

extension ItemPart {
  fileprivate init?(named name: String) {
    let all = ItemPart.all(zoneChanged: true) + ItemPart.all(zoneChanged: false)
    guard let part = all.first(where: { $0.name == name }) else { return nil }
    self = part
  }
}
