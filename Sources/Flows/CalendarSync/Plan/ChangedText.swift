import CalendarItems
import CalendarStores
import ExactText
import StoredText

/// A text of which one side changed lines that belong to no field, such as `X-` properties.
///
/// The other side gets the whole text, if both had the same after the last sync, and only one side changed it. Otherwise
/// a line could be lost that only the other side has.
struct ChangedText {
  /// The content that the other side gets.
  let content: ItemContent

  /// Finds the text; nil if only fields are exchanged.
  init?(from side: SyncSide, before: SyncSides<ItemContent>, now: SyncSides<ItemContent>) {
    let other = side.other
    let kept = before.map(\.keptLines)
    guard kept.a == kept.b, now[side].keptLines != kept[side], now[other].keptLines == kept[other],
      before.a.isEqual(to: before.b, under: .store),
      now[other].isEqual(to: before[other], under: .store),
      now.a.item.uid == now.b.item.uid
    else { return nil }
    var content = now[side]
    content.replacesText = true
    self.content = content
  }
}

extension ItemContent {
  /// The lines of the text that belong to no field, unfolded and sorted.
  fileprivate var keptLines: [[UInt8]] {
    original.bytes.map { CalendarResource(bytes: Array($0)).keptLines } ?? []
  }
}
