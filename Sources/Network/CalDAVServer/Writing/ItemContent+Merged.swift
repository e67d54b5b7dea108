import CalendarItems
import CalendarSync
import TaskDates

extension ItemContent {
  /// What a client has changed in an item, put into the item as it is now; where both changed the same, the client wins.
  ///
  /// - Parameters:
  ///   - current: The item as it is now.
  ///   - base: The item as the client was given it.
  func merged(into current: ItemContent, since base: ItemContent) -> ItemContent {
    let merge = ContentMerge(
      base: SyncSides(a: base, b: base), now: SyncSides(a: current, b: self), preference: .b)
    return merge.contents.a
  }
}
