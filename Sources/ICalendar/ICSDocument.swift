/// An iCalendar file as raw content lines in a tree; any bytes come back as they were.
///
/// Nothing is understood here but line ends, folding, and BEGIN and END. Lines that are broken,
/// components that never end or that nobody knows, several calendars and none: all keep their place.
public struct ICSDocument: Sendable {
  /// The file as it is.
  public let bytes: [UInt8]
  /// The content lines in order, each unfolded only when it is read.
  public let lines: [ContentLine]
  /// The components in order of their beginnings; the first is the file itself.
  public let components: [Component]

  /// A content line as it stands in the file, folds and ending included.
  public struct ContentLine: Hashable, Sendable {
    /// All bytes of the line.
    public let range: Range<Int>
    /// The line without its last ending.
    public let content: Range<Int>
    /// True if the line is folded.
    public let isFolded: Bool
  }

  /// A component, or the file itself, as a range of lines.
  public struct Component: Hashable, Sendable {
    /// The name behind BEGIN as it is written; empty for the file.
    public let name: String
    /// The component that this one stands in, as an index; nil for the file.
    public let parent: Int?
    /// The lines from BEGIN to END, both included; to the last line that belongs to it where END is
    /// missing.
    public internal(set) var lines: Range<Int>
    /// False where the file or the parent ends before it does.
    public internal(set) var isClosed: Bool
  }

  /// Reads a file; any bytes will do.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = ContentLineScanner()
    scanner.scan(bytes.span)
    lines = scanner.lines
    components = ComponentTree(bytes, lines).components
  }

  /// The file printed from its lines: always `bytes` again.
  public var printed: [UInt8] {
    var printed = Array(bytes[..<(lines.first?.range.lowerBound ?? bytes.count)])
    printed.reserveCapacity(bytes.count)
    for line in lines {
      printed += bytes[line.content]
      printed += bytes[line.content.upperBound..<line.range.upperBound]
    }
    return printed
  }

  /// A line without its folds and its ending.
  public func unfolded(_ line: ContentLine) -> [UInt8] {
    line.isFolded ? ContentLineScanner.unfold(bytes[line.content]) : Array(bytes[line.content])
  }
}

/// Finds content lines: physical lines, joined where one begins with a blank.
struct ContentLineScanner {
  private(set) var lines: [ICSDocument.ContentLine] = []

  mutating func scan(_ bytes: Span<UInt8>) {
    var index = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    while index < bytes.count {
      let start = index
      var content = Self.lineEnd(bytes, from: index)
      var isFolded = false
      index = Self.next(bytes, after: content)
      while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 {
        isFolded = true
        content = Self.lineEnd(bytes, from: index)
        index = Self.next(bytes, after: content)
      }
      lines.append(
        ICSDocument.ContentLine(
          range: start..<index, content: start..<content, isFolded: isFolded))
    }
  }

  /// The end of the physical line, its ending left out.
  private static func lineEnd(_ bytes: Span<UInt8>, from index: Int) -> Int {
    var index = index
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    return index
  }

  /// The next physical line.
  private static func next(_ bytes: Span<UInt8>, after end: Int) -> Int {
    guard end < bytes.count else { return end }
    let isCRLF = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
    return end + (isCRLF ? 2 : 1)
  }

  /// A line's bytes without the line ends and the blank behind each.
  static func unfold(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var unfolded: [UInt8] = []
    unfolded.reserveCapacity(content.count)
    var index = content.startIndex
    while index < content.endIndex {
      let byte = content[index]
      if byte == 0x0A || byte == 0x0D {
        let isCRLF = byte == 0x0D && content[index + 1] == 0x0A
        index += isCRLF ? 3 : 2
      } else {
        unfolded.append(byte)
        index += 1
      }
    }
    return unfolded
  }
}

/// Builds the tree of components.
///
/// An END that fits no open component is a line like any other; one that fits an outer component
/// ends the inner ones with it.
private struct ComponentTree {
  private(set) var components: [ICSDocument.Component]
  private var open = [0]
  private var openNames: [String: Int] = [:]

  init(_ bytes: [UInt8], _ lines: [ICSDocument.ContentLine]) {
    components = [
      ICSDocument.Component(name: "", parent: nil, lines: lines.indices, isClosed: true)
    ]
    for (index, line) in lines.enumerated() {
      guard let mark = Self.mark(bytes, line) else { continue }
      if mark.isBegin { begin(mark.name, at: index) } else { end(mark.name, at: index) }
    }
    while open.count > 1 { close(through: lines.count, isClosed: false) }
  }

  private mutating func begin(_ name: String, at line: Int) {
    components.append(
      ICSDocument.Component(
        name: name, parent: open[open.count - 1], lines: line..<line + 1, isClosed: false))
    open.append(components.count - 1)
    openNames[name.uppercased(), default: 0] += 1
  }

  private mutating func end(_ name: String, at line: Int) {
    let upper = name.uppercased()
    guard openNames[upper, default: 0] > 0,
      let match = open.lastIndex(where: { components[$0].name.uppercased() == upper })
    else { return }
    while open.count - 1 > match { close(through: line, isClosed: false) }
    close(through: line + 1, isClosed: true)
  }

  private mutating func close(through line: Int, isClosed: Bool) {
    let index = open.removeLast()
    openNames[components[index].name.uppercased(), default: 1] -= 1
    components[index].lines = components[index].lines.lowerBound..<line
    components[index].isClosed = isClosed
  }

  /// The name behind BEGIN or END, nil for any other line; no line of more than 200 bytes is one.
  private static func mark(
    _ bytes: [UInt8], _ line: ICSDocument.ContentLine
  ) -> (isBegin: Bool, name: String)? {
    guard line.content.count <= 200, let first = line.content.first.map({ bytes[$0] | 0x20 }),
      first == UInt8(ascii: "b") || first == UInt8(ascii: "e")
    else { return nil }
    let content = bytes[line.content]
    let text = String(
      decoding: line.isFolded ? ContentLineScanner.unfold(content) : Array(content), as: UTF8.self)
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let name = String(parts[1].reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    switch parts[0].uppercased() {
    case "BEGIN": return (true, name)
    case "END": return (false, name)
    default: return nil
    }
  }
}
