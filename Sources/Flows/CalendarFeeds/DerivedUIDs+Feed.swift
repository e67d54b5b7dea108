import ExactText
import TaskBridge

extension DerivedUIDs {
  /// Derives UIDs for the entries without a known item.
  ///
  /// - Parameter old: The known items of entries that have one.
  init(
    _ entries: TaskEntries, without old: IndexTable, besides own: ExplicitUIDs, memory: FeedMemory
  ) {
    let first = old.firstEmpty ?? old.indices.upperBound
    let new = (first..<old.indices.upperBound).filter { old[$0] == nil }
    let taken = new.isEmpty ? [] : ExactSet((0..<memory.count).map { memory.root(of: $0) })
    self.init(entries, of: new, besides: own, apartFrom: taken)
  }
}
