package import CalendarItems
import CalendarStores
package import GRDB
import TaskDates

/// The columns to search for items, all derived from the items' text.
package enum ItemColumns {
  package static let names = ["uid", "kind", "first", "last", "isOpen", "isCompleted", "title"]

  /// The values of the columns for an item; a text without an item has none.
  package static func values(of content: ItemContent?) -> [(any DatabaseValueConvertible)?] {
    guard let content else { return ["", "", nil, nil, false, false, ""] }
    let item = content.item
    let span = content.span
    return [
      item.uid, item.kind.rawValue, span?.first.seconds, span.map { $0.last?.seconds ?? Int.max },
      ItemPredicate.Progress.open.matches(item),
      ItemPredicate.Progress.completed.matches(item), item.title,
    ]
  }

  package static func define(in table: TableDefinition) {
    table.column("uid", .text).notNull()
    table.column("kind", .text).notNull()
    // In seconds since 1970; an unknown end is later than all others.
    table.column("first", .integer)
    table.column("last", .integer)
    table.column("isOpen", .boolean).notNull()
    table.column("isCompleted", .boolean).notNull()
    table.column("title", .text).notNull()
  }

  package static func index(_ database: Database) throws {
    try database.create(index: "item_dates", on: "item", columns: ["kind", "last", "first"])
    try database.create(index: "item_uid", on: "item", columns: ["uid"])
    try database.create(index: "item_title", on: "item", columns: ["title"])
    // The words of items, in lower case, found by any three characters.
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE said USING fts5(words, tokenize = 'trigram case_sensitive 1')
        """)
  }
}
