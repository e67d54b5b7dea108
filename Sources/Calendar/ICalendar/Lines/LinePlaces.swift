public import Diagnostics

/// Computes the places of bytes in an .ics file, as an editor shows them.
///
/// It counts lines and scalars from the place before. For an earlier byte it counts from the last of its marks, which it
/// makes at equal distances.
public struct LinePlaces: Sendable {
  /// A place that was counted.
  fileprivate struct Mark {
    var offset = 0
    var line = 1
    var lineStart = 0
    /// The Unicode scalars of the line before the byte.
    var scalars = 0
  }

  private let document: ICSDocument
  private var now = Mark()
  /// The marks so far; the offset of each is its index times `distance`.
  private var marks = [Mark()]
  private static let distance = 4096

  /// Creates places for a file.
  public init(_ document: ICSDocument) {
    self.document = document
  }

  /// The place of a byte of the file.
  public mutating func place(ofByte wanted: Int) -> Place {
    let wanted = max(0, min(wanted, document.bytes.count))
    let mark = marks[min(wanted / Self.distance, marks.count - 1)]
    if wanted < now.offset || now.offset < mark.offset { now = mark }
    document.bytes.withUnsafeBufferPointer { advance($0, to: wanted) }
    return Place(
      line: now.line, column: now.scalars + 1, byteColumn: wanted - now.lineStart + 1)
  }

  /// The place of a byte in a line that `ICSDocument.property` has split.
  public mutating func place(of index: Int, in line: ContentLine) -> Place {
    place(ofByte: document.offset(of: index, in: line))
  }

  private mutating func advance(_ bytes: UnsafeBufferPointer<UInt8>, to wanted: Int) {
    while now.offset < wanted {
      let next = (now.offset / Self.distance + 1) * Self.distance
      now.advance(bytes, to: min(wanted, next))
      if now.offset == marks.count * Self.distance { marks.append(now) }
    }
  }
}

extension LinePlaces.Mark {
  fileprivate mutating func advance(_ bytes: UnsafeBufferPointer<UInt8>, to wanted: Int) {
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
