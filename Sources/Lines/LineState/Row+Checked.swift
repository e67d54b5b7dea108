import GRDB
import SQLiteFiles

/// A value in the state that duecal never writes.
struct UnexpectedValue: Error {
  /// The column of the value.
  let column: String
}

extension Row {
  /// A required value.
  ///
  /// - Throws: `UnexpectedValue` if it is missing or has another type.
  func checked<Value: DatabaseValueConvertible>(
    _ column: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try checked(at: place(of: column), as: type)
  }

  /// A required value, by the index of its column.
  func checked<Value: DatabaseValueConvertible>(
    at place: Int, as type: Value.Type = Value.self
  ) throws -> Value {
    guard let value = value(at: place, as: type) else { throw wrongValue(at: place) }
    return value
  }

  /// An optional value.
  ///
  /// - Throws: `UnexpectedValue` if it has another type.
  func checkedIfThere<Value: DatabaseValueConvertible>(
    _ column: String, as type: Value.Type = Value.self
  ) throws -> Value? {
    try checkedIfThere(at: place(of: column), as: type)
  }

  /// An optional value, by the index of its column.
  func checkedIfThere<Value: DatabaseValueConvertible>(
    at place: Int, as type: Value.Type = Value.self
  ) throws -> Value? {
    hasNull(atIndex: place) ? nil : try checked(at: place, as: type)
  }

  /// A required blob.
  func checkedBytes(_ column: String) throws -> [UInt8] {
    try checkedBytes(at: place(of: column))
  }

  /// A required blob, by the index of its column.
  func checkedBytes(at place: Int) throws -> [UInt8] {
    guard case .blob(let data) = try checked(at: place, as: DatabaseValue.self).storage else {
      throw wrongValue(at: place)
    }
    return [UInt8](data)
  }

  /// A line number of a file, from 0; nil if there is none.
  func checkedLine(_ column: String) throws -> Int? { try checkedLine(at: place(of: column)) }

  /// A line number of a file, by the index of its column.
  func checkedLine(at place: Int) throws -> Int? {
    let line = try checkedIfThere(at: place, as: Int.self)
    if let line, line < 0 { throw wrongValue(at: place) }
    return line
  }

  /// A time in the range of calendars, in seconds since 1970.
  func checkedTime(_ column: String) throws -> Int {
    let time = try checked(column, as: Int.self)
    guard (-62_135_596_800...253_402_300_799).contains(time) else {
      throw UnexpectedValue(column: column)
    }
    return time
  }

  private func place(of column: String) throws -> Int {
    guard let place = columnNames.firstIndex(where: { $0.utf8.elementsEqual(column.utf8) }) else {
      throw UnexpectedValue(column: column)
    }
    return columnNames.distance(from: columnNames.startIndex, to: place)
  }

  private func wrongValue(at place: Int) -> UnexpectedValue {
    UnexpectedValue(column: columnNames.dropFirst(place).first ?? "")
  }
}

extension DatabaseValue.Storage {
  fileprivate var isBlob: Bool {
    if case .blob = self { true } else { false }
  }
}

extension [UInt8] {
  /// The number of lines of a text.
  ///
  /// Each ends with LF, CR LF or CR; the last may have no ending.
  var lineCount: Int {
    let (feed, carriage): (UInt8, UInt8) = (0x0A, 0x0D)
    var count = 0
    var before: UInt8 = feed
    for byte in self {
      if byte == carriage { count += 1 }
      if byte == feed, before != carriage { count += 1 }
      before = byte
    }
    return isEmpty || before == feed || before == carriage ? count : count + 1
  }
}
