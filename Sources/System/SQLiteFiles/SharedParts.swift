public import GRDB

/// Parts that many texts of a database have, each of which is there once.
///
/// Most items of a calendar have the same definitions of zones, which are longer than the rest of their text.
///
/// ```swift
/// let parts = SharedParts(database) { $0.firstRange(of: definitions) }
/// let stored = try parts.store(text)
/// try parts.text(stored) == text  // true
/// ```
public struct SharedParts {
  /// A text without the part that it shares.
  public struct Text: Sendable {
    /// The rest of the text.
    public var rest: [UInt8]
    /// The number of the part; nil if the text shares none.
    public var part: Int64?
    /// Where the part is in the text.
    public var place: Int?

    /// Creates a text.
    public init(rest: [UInt8], part: Int64? = nil, place: Int? = nil) {
      (self.rest, self.part, self.place) = (rest, part, place)
    }
  }

  private let database: Database
  private let shared: ([UInt8]) -> Range<Int>?

  /// Creates the reader and writer of a database.
  ///
  /// - Parameter shared: Returns the part that other texts may have, too.
  public init(_ database: Database, shared: @escaping ([UInt8]) -> Range<Int>?) {
    (self.database, self.shared) = (database, shared)
  }

  /// Creates the table of parts; throws an error of SQLite.
  public static func makeTable(_ database: Database) throws {
    try database.create(table: "sharedPart") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("bytes", .blob).notNull().unique()
    }
  }

  /// A text without the part that it shares, which is in the table then; throws an error of SQLite.
  public func store(_ text: [UInt8]) throws -> Text {
    guard let range = shared(text) else { return Text(rest: text) }
    let part = Array(text[range]).data
    try database.run("INSERT OR IGNORE INTO sharedPart (bytes) VALUES (?)", [part])
    let number = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM sharedPart WHERE bytes = ?"), arguments: [part])
    return Text(
      rest: Array(text[..<range.lowerBound] + text[range.upperBound...]), part: number,
      place: range.lowerBound)
  }

  /// The whole text.
  ///
  /// - Throws: A `DatabaseError` if its part is not there.
  public func text(_ stored: Text) throws -> [UInt8] {
    guard let number = stored.part else { return stored.rest }
    let row = try Row.fetchOne(
      database.cachedStatement(sql: "SELECT bytes FROM sharedPart WHERE id = ?"),
      arguments: [number])
    guard let row, let place = stored.place, (0...stored.rest.count).contains(place) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a part of a text is missing")
    }
    return stored.rest[..<place] + row.bytes("bytes") + stored.rest[place...]
  }
}
