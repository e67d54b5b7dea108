import CalendarItems
import CalendarStores
import ExactText

extension SyncExecution {
  /// Asks for another run if a store has removed the links of parts to their removed parents.
  mutating func noteParts() async throws(StoreError) {
    for side in SyncSide.allCases {
      let removed = removedUIDs(on: side)
      guard !removed.isEmpty else { continue }
      let parts = try run.parts(of: removed, on: side)
      let now = try await run.items(at: Array(parts.keys), on: side)
      if now.contains(where: { parts[$0]?.isEqual(to: $1.content, under: .store) == false }) {
        result.needsAnotherRun = true
      }
    }
  }

  /// The UIDs of the items that were removed from a side.
  private func removedUIDs(on side: SyncSide) -> ExactSet {
    ExactSet(
      result.done.compactMap { done in
        guard done.side == side, case .remove(let item)? = done.step.actions[side] else {
          return nil
        }
        return item.item.uid
      })
  }
}

extension SyncRun {
  /// The items in sync that name one of some items as their parent, as a side had them after the last sync.
  fileprivate func parts(
    of parents: ExactSet, on side: SyncSide
  ) throws(StoreError) -> [ItemRef: ItemContent] {
    let contents = try state.contents(of: try state.related(of: number))
    let synced = try state.items(of: number).filter { contents[$0.id] != nil }
    var parts: [ItemRef: ItemContent] = [:]
    for item in synced {
      guard let content = contents[item.id]?[side],
        content.item.relations.contains(where: { $0.kind == .parent && parents.contains($0.uid) })
      else { continue }
      parts[item.versions[side].ref] = content
    }
    return parts
  }
}
