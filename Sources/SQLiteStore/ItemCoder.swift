import CalendarItems
import CalendarResources
import CalendarStores
import TaskDates

/// What of an item stands in a row.
struct ItemCoder: Sendable {
  let revision: StoreRevision
  let now: @Sendable () -> Instant
  let zones: ZoneDatabase

  /// The text of a new item.
  func created(_ content: ItemContent) throws -> CalendarResource {
    try whole(CalendarResource(revision.created(content), database: zones), content)
  }

  /// The text of an item with another content.
  func updated(_ bytes: [UInt8], to content: ItemContent) throws -> CalendarResource {
    let old = CalendarResource(bytes: bytes, database: zones)
    return try whole(old.updated(to: content, at: now(), database: zones), content)
  }

  func content(of bytes: [UInt8]) -> ItemContent? {
    CalendarResource(bytes: bytes, database: zones).content
  }

  /// The text, if it says what it was to say.
  private func whole(
    _ resource: CalendarResource, _ content: ItemContent
  ) throws -> CalendarResource {
    guard let written = resource.content, written.items.count == content.items.count,
      written.item.uid == content.item.uid
    else { throw StoreError.invalid("the item cannot be written as iCalendar") }
    return resource
  }
}

extension ItemContent {
  /// All that can be found by text, in small letters; SQLite ends a text at a zero.
  var words: String {
    items.flatMap { [$0.title, $0.notes ?? "", $0.location ?? ""] + $0.categories }
      .filter { !$0.isEmpty }.joined(separator: "\n").lowercased()
      .replacing("\0", with: "\u{FFFD}")
  }
}
