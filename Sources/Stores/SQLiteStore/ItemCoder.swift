import CalendarItems
import CalendarStores
import StoredText
import TaskDates

/// What of an item stands in a row.
struct ItemCoder: Sendable {
  let revision: StoreWriteRules
  let now: @Sendable () -> Instant
  let zones: ZoneDatabase

  /// The text of a new item.
  func created(_ content: ItemContent) throws -> CalendarResource {
    try CalendarResource(revision.created(content), database: zones).validated(against: content)
  }

  /// The text of an item with another content.
  func updated(_ bytes: [UInt8], to content: ItemContent) throws -> CalendarResource {
    let old = CalendarResource(bytes: bytes, database: zones)
    return try old.updated(to: content, at: now(), database: zones).validated(against: content)
  }

  func content(of bytes: [UInt8]) -> ItemContent? {
    CalendarResource(bytes: bytes, database: zones).content
  }
}

extension ItemContent {
  /// All that can be found by text, in small letters; SQLite ends a text at a zero.
  package var words: String {
    let words = items.flatMap(ItemPredicate.texts).filter { !$0.isEmpty }
      .joined(separator: "\n").lowercased()
    return words.utf8.contains(0) ? words.replacing("\0", with: "\u{FFFD}") : words
  }
}
