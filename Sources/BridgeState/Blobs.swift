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
}
