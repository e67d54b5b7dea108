import CalendarItems
import CalendarStores
import StoredText
import TaskDates

/// Converts an item to a row.
struct ItemCoder: Sendable {
  let rules: StoreWriteRules
  let now: @Sendable () -> Instant
  let zones: ZoneDatabase

  /// The text of a new item.
  func created(_ content: ItemContent) throws -> CalendarResource {
    try CalendarResource(rules.created(content), database: zones).validated(against: content)
  }

  /// The text of an item with new content.
  func updated(_ bytes: [UInt8], to content: ItemContent) throws -> CalendarResource {
    let old = CalendarResource(bytes: bytes, database: zones)
    return try old.updated(to: content, at: now(), database: zones).validated(against: content)
  }

  func content(of bytes: [UInt8]) -> ItemContent? {
    CalendarResource(bytes: bytes, database: zones).content
  }
}

extension ItemContent {
  /// All searchable text, in lower case; SQLite ends a text at a zero.
  package var words: String {
    let words = items.flatMap(ItemPredicate.texts).filter { !$0.isEmpty }
      .joined(separator: "\n").lowercased()
    return words.utf8.contains(0) ? words.replacing("\0", with: "\u{FFFD}") : words
  }
}
