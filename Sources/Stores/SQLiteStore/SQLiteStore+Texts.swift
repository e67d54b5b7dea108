package import CalendarStores
import ExactText
import GRDB
import Parallel
import SQLiteFiles

extension SQLiteStore: StoredTextReading {
  package func mapTexts<Result: Sendable>(
    in list: ItemList.ID, _ filter: StoredTextFilter, threads: Int,
    _ transform: @escaping @Sendable ([StoredItemText]) -> [Result]
  ) async throws(StoreError) -> [Result] {
    try await SQLiteErrorMapping.mapErrors(path) {
      let results = ParallelStream(threads: threads, transform)
      try await self.database.read { database in
        try Self.forEachPortion(database, list, filter) { results.add($0) }
      }
      return results.results().flatMap(\.self)
    }
  }

  /// The number of texts that are passed at a time.
  private static let portion = 1024

  private static func forEachPortion(
    _ database: Database, _ list: ItemList.ID, _ filter: StoredTextFilter,
    _ body: ([StoredItemText]) -> Void
  ) throws {
    // A text without an item has no kind.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, text FROM item WHERE list = :list AND kind <> '' AND \(filter.condition)
        ORDER BY id
        """, arguments: filter.arguments + ["list": list.row])
    var texts: [StoredItemText] = []
    while let row = try rows.next() {
      let bytes = try row.withUnsafeData(atIndex: 1) { data in data.map { [UInt8]($0) } ?? [] }
      let id = row.value(at: 0, as: Int64.self) ?? 0
      texts.append(StoredItemText(name: RowNumber.name(id), bytes: bytes))
      if texts.count == portion {
        body(texts)
        texts.removeAll(keepingCapacity: true)
      }
    }
    body(texts)
  }
}

extension SQLiteStore: StoredTextLookup {
  package func texts(at refs: [ItemRef]) async throws(StoreError) -> [VersionedText] {
    try await SQLiteErrorMapping.mapErrors(path) {
      try await self.database.read { database in
        let rows = ItemRows(database, self.coder)
        return try refs.compactMap { try Self.text(at: $0, rows) }
      }
    }
  }

  private static func text(at ref: ItemRef, _ rows: ItemRows) throws -> VersionedText? {
    guard let row = try rows.row(at: ref), row.value("kind", as: String.self) != "" else {
      return nil
    }
    return VersionedText(version: rows.version(row), bytes: row.bytes("text"))
  }
}

extension StoredTextFilter {
  /// The part of the filter that columns answer.
  fileprivate var condition: String {
    (includesClosed ? "1" : Self.open) + (days == nil ? "" : " AND \(dates)")
  }

  /// True for items that a list counts as open: by their status, whatever their date of completion is.
  ///
  /// The text decides about a changed occurrence of a series that is closed.
  private static let open = """
    (isOpen OR instr(text, 'RECURRENCE-ID') > 0
      OR (instr(text, char(10) || 'STATUS:COMPLETED') = 0
        AND instr(text, char(10) || 'STATUS:CANCELLED') = 0))
    """

  /// True for items with an occurrence in the days; an event may last as long as its estimate.
  private var dates: String {
    let isEarlier = includesEarlierReminders ? " OR kind <> 'event'" : ""
    return """
      first < :end AND (last >= :begin OR instr(text, 'ESTIMATED-DURATION') > 0\(isEarlier))
      """
  }

  /// The values of the condition; spans of items have the differences between zones in them.
  fileprivate var arguments: StatementArguments {
    guard let days else { return StatementArguments() }
    return ["begin": days.lowerBound * 86_400, "end": days.upperBound * 86_400]
  }
}
