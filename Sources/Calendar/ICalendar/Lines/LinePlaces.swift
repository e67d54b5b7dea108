public import Diagnostics

/// Says where bytes of an .ics file are, as an editor shows it.
///
/// Places are cheap where they are asked for in order: each is counted from the one before.
public struct LinePlaces: Sendable {
  private let document: ICSDocument
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  /// The Unicode scalars of the line before the byte.
  private var scalars = 0

  /// Takes a file.
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

  /// The place of a byte of a line as `ICSDocument.property` takes it apart.
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
  /// The byte of the file that an index of a line's `PropertyLine` means.
  public func offset(of index: Int, in line: ContentLine) -> Int {
    guard line.isFolded else { return index }
    let places = ContentLineScanner.places(of: bytes[line.content])
    return index < places.count ? places[index] : line.content.upperBound
  }
}
