public import Diagnostics

/// Finds the places of bytes in ascending order.
///
/// Each is counted from the one before if both are on one line, so that a line with a hundred thousand tags is read
/// once and not once for each.
public struct PlaceFinder: Sendable {
  private let document: TaskDocument
  private var line = -1
  private var offset = 0
  private var scalars = 0

  /// Creates a finder for a document.
  public init(_ document: TaskDocument) {
    self.document = document
  }

  /// The place of a byte in a line, which is counted from 0.
  public mutating func place(ofByte wanted: Int, line number: Int) -> Place {
    let start = document.lines[number].start
    let end = max(start, min(wanted, document.lines[number].end))
    if number != line || end < offset { (line, offset, scalars) = (number, start, 0) }
    for byte in document.bytes[offset..<end] where byte & 0xC0 != 0x80 { scalars += 1 }
    offset = end
    return Place(line: number + 1, column: scalars + 1, byteColumn: end - start + 1)
  }
}
