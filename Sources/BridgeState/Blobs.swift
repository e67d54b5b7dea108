import Foundation
import GRDB

extension Sequence<UInt8> {
  /// The bytes as SQLite takes them.
  var data: Data { Data(self) }
}

extension Row {
  /// A blob.
  func bytes(_ column: String) -> [UInt8] {
    let data: Data = self[column]
    return [UInt8](data)
  }

  /// True if a blob is some bytes; it is compared where it lies.
  func holds(_ bytes: ArraySlice<UInt8>, in column: String) throws -> Bool {
    try withUnsafeData(named: column) { data in
      guard let data, data.count == bytes.count else { return data == nil && bytes.isEmpty }
      return data.withUnsafeBytes { left in
        bytes.withUnsafeBytes { left.elementsEqual($0) }
      }
    }
  }
}
