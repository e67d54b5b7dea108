public import Foundation
public import GRDB

extension Sequence<UInt8> {
  /// The bytes as `Data`, the type that SQLite stores.
  public var data: Data { Data(self) }
}

extension Row {
  /// The bytes of a blob; empty if there is none.
  public func bytes(_ column: String) -> [UInt8] {
    value(column, as: Data.self).map { [UInt8]($0) } ?? []
  }

  /// True if a blob has the given bytes; they are compared without a copy.
  public func holds(_ bytes: ArraySlice<UInt8>, in column: String) throws -> Bool {
    try withUnsafeData(named: column) { data in
      guard let data, data.count == bytes.count else { return data == nil && bytes.isEmpty }
      return data.withUnsafeBytes { left in
        bytes.withUnsafeBytes { left.elementsEqual($0) }
      }
    }
  }

  /// The value of a column; nil if it is missing or has another type, which another program may have written.
  public func value<Value: DatabaseValueConvertible>(
    _ column: String, as type: Value.Type = Value.self
  ) -> Value? {
    (self[column] as DatabaseValue?).flatMap(Value.fromDatabaseValue)
  }

  /// A value by the index of its column, which is faster for many rows.
  ///
  /// It is nil if it is missing or has another type.
  public func value<Value: DatabaseValueConvertible>(
    at place: Int, as type: Value.Type = Value.self
  ) -> Value? {
    guard place < count else { return nil }
    return Value.fromDatabaseValue(self[place] as DatabaseValue)
  }
}

extension Database {
  /// Runs a statement, which is prepared once and cached.
  public func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}
