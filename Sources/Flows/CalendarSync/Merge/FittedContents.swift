public import CalendarItems
import CalendarStores
import ExactText
import StoredText

extension ContentMerge {
  /// A part that does not fit the rest of the item, such as a start that is not before the due date.
  public struct LeftOut: Sendable {
    /// The name of the part.
    public let part: String
    /// The item with the part.
    public let item: CalendarItem
  }
}

/// The nearest contents that both sides can hold.
///
/// If a side changes one field, it may contradict another one: if a due date is moved before the start of its task, no
/// calendar can have both. Then such a part is left out on both sides.
struct FittedContents {
  private(set) var contents: SyncSides<ItemContent>
  private(set) var parts: [ContentMerge.LeftOut] = []

  /// The parts that may be left out; without one of the others, the item would be another one.
  private static let optional: [ItemPart] = [.start, .recurrence, .alarms, .blocksTime]

  /// Fits merged contents.
  ///
  /// - Parameter now: The contents before the merge. What a side has of them was written by its program, and stays.
  init(_ merged: SyncSides<ItemContent>, now: SyncSides<ItemContent>) {
    contents = merged
    for side in SyncSide.allCases where !merged[side].isEqual(to: now[side], under: .store) {
      fit(side, now[side])
    }
  }

  /// Fits the content of a new item.
  init(new content: ItemContent) {
    contents = SyncSides(a: content, b: content)
    fit(.a, nil)
  }

  /// - Parameter now: The content before the merge; nil for a new item.
  private mutating func fit(_ side: SyncSide, _ now: ItemContent?) {
    let meant = contents[side]
    guard let written = meant.rewritten else { return }
    let lost = Self.optional.filter { $0.isGone(from: meant.item, in: written.item) }
    let before = lost.isEmpty ? nil : now?.rewritten
    for part in lost
    where !(now.map { part.isGone(from: $0.item, in: (before ?? $0).item) } ?? false) {
      parts.append(ContentMerge.LeftOut(part: part.name, item: meant.item))
      for side in SyncSide.allCases { part.copy(from: written.item, to: &contents[side].item) }
    }
  }
}
