public import Diagnostics

/// Computes the places of bytes in an .ics file, as an editor shows them.
///
/// It is fast if places are requested in order, because each is counted from the one before.
public struct LinePlaces: Sendable {
  private let document: ICSDocument
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  /// The Unicode scalars of the line before the byte.
  private var scalars = 0

  /// Creates places for a file.
  public init(_ document: ICSDocument) {
    self.document = document
  }

  /// The place of a byte of the file.
  public mutating func place(ofByte wanted: Int) -> Place {
    let wanted = max(0, min(wanted, document.bytes.count))
    if wanted < offset { (offset, line, lineStart, scalars) = (0, 1, 0, 0) }
    document.bytes.withUnsafeBufferPointer { advance($0, to: wanted) }
    return Place(line: line, column: scalars + 1, byteColumn: wanted - lineStart + 1)
  }

  /// The place of a byte in a line that `ICSDocument.property` has split.
  public mutating func place(of index: Int, in line: ContentLine) -> Place {
    place(ofByte: document.offset(of: index, in: line))
  }

  private mutating func advance(_ bytes: UnsafeBufferPointer<UInt8>, to wanted: Int) {
    while offset < wanted {
      let byte = bytes[offset]
      let isEnding =
        byte == 0x0A || (byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A))
      offset += 1
      if byte & 0xC0 != 0x80 { scalars += 1 }
      guard isEnding else { continue }
      line += 1
      (lineStart, scalars) = (offset, 0)
    }
  }
}

extension ICSDocument {
  /// The offset in the file of an index in a line's `PropertyLine`.
  public func offset(of index: Int, in line: ContentLine) -> Int {
    guard line.isFolded else { return index }
    let places = ContentLineScanner.places(of: bytes[line.content])
    return index < places.count ? places[index] : line.content.upperBound
  }
}
