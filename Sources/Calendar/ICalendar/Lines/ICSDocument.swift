import ExactText

/// An iCalendar file as raw content lines in a tree; any bytes are preserved.
///
/// Only line ends, folding, and BEGIN and END are interpreted here. Broken lines, components without an END or with an
/// unknown name, several calendars or none: all keep their place. Bytes beyond 4 GiB, and those from a line of 512 MiB
/// on, are kept without being part of a line. It is a class, so that a copy of it counts one reference and not one for each array.
public final class ICSDocument: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The content lines in order; each is unfolded only when it is read.
  public let lines: [ContentLine]
  /// The components in the order of their beginnings; the first is the file itself.
  public let components: [Component]

  /// A component, or the file itself, as a range of lines.
  public struct Component: Hashable, Sendable {
    /// The name after BEGIN as written; empty for the file.
    public let name: String
    private let storedParent: UInt32
    private var firstLine: UInt32
    private var lineEnd: UInt32
    private var storedEnd: UInt32 = 0
    /// False if the file or the parent ends before it does.
    public internal(set) var isClosed: Bool

    init(name: String, parent: Int?, lines: Range<Int>, isClosed: Bool) {
      self.name = name
      storedParent = parent.map { UInt32(truncatingIfNeeded: $0) } ?? .max
      firstLine = UInt32(truncatingIfNeeded: lines.lowerBound)
      lineEnd = UInt32(truncatingIfNeeded: lines.upperBound)
      self.isClosed = isClosed
    }

    /// The parent component, as an index; nil for the file.
    public var parent: Int? { storedParent == .max ? nil : Int(storedParent) }

    /// The lines from BEGIN to END, both included; without an END to the last line that belongs to it.
    public internal(set) var lines: Range<Int> {
      get { Int(firstLine)..<Int(lineEnd) }
      set {
        firstLine = UInt32(truncatingIfNeeded: newValue.lowerBound)
        lineEnd = UInt32(truncatingIfNeeded: newValue.upperBound)
      }
    }

    /// The index after its last nested component.
    public internal(set) var end: Int {
      get { Int(storedEnd) }
      set { storedEnd = UInt32(truncatingIfNeeded: newValue) }
    }
  }

  /// Reads a file; any bytes are accepted.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
    lines = bytes.withUnsafeBufferPointer { ContentLineScanner.lines(of: $0) }
    // Without the room of a growing array.
    components = ComponentTree(bytes, lines).components.map(\.self)
  }

  /// The file assembled from its lines: always equal to `bytes`.
  public var printed: [UInt8] {
    var printed = Array(bytes[..<(lines.first?.range.lowerBound ?? bytes.count)])
    printed.reserveCapacity(bytes.count)
    for line in lines {
      printed += bytes[line.content]
      printed += bytes[line.content.upperBound..<line.range.upperBound]
    }
    return printed + bytes[(lines.last?.range.upperBound ?? bytes.count)...]
  }

  /// A line without its folds and its ending.
  public func unfolded(_ line: ContentLine) -> [UInt8] {
    line.isFolded ? ContentLineScanner.unfold(bytes[line.content]) : Array(bytes[line.content])
  }

  /// A line split into name, parameters and value.
  public func property(_ line: ContentLine) -> PropertyLine {
    line.isFolded
      ? PropertyLine(ContentLineScanner.unfold(bytes[line.content]))
      : PropertyLine(bytes, line.content)
  }

  /// The components of a name, in order.
  public func components(named name: StaticString) -> [Int] {
    components.indices.filter { components[$0].isNamed(name) }
  }

  /// The direct children of a component.
  public func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var next = index + 1
    while next < components[index].end {
      children.append(next)
      next = components[next].end
    }
    return children
  }

  /// The lines of a component itself, without BEGIN and END and without nested components.
  public func propertyLines(of index: Int) -> [Int] {
    let component = components[index]
    let first = component.lines.lowerBound + (index == 0 ? 0 : 1)
    let end = component.lines.upperBound - (index != 0 && component.isClosed ? 1 : 0)
    var own: [Int] = []
    own.reserveCapacity(max(0, end - first))
    var line = first
    var child = index + 1
    while child < component.end {
      own.append(contentsOf: line..<components[child].lines.lowerBound)
      line = components[child].lines.upperBound
      child = components[child].end
    }
    if line < end { own.append(contentsOf: line..<end) }
    return own
  }

  /// The bytes of a component, BEGIN to END with all line ends.
  public func range(of index: Int) -> Range<Int> {
    let lines = components[index].lines
    guard !lines.isEmpty, index != 0 else { return 0..<(index == 0 ? bytes.count : 0) }
    return self.lines[lines.lowerBound].range
      .lowerBound..<self.lines[lines.upperBound - 1].range.upperBound
  }
}

extension ICSDocument.Component {
  /// True if the component has a name, in either case.
  public func isNamed(_ wanted: StaticString) -> Bool { wanted.isSpelled(by: name.utf8) }

  /// True for a to-do or an event.
  package var isItem: Bool { isNamed("VTODO") || isNamed("VEVENT") }

  /// True for an observance of a VTIMEZONE.
  package var isObservance: Bool { isNamed("STANDARD") || isNamed("DAYLIGHT") }
}

/// A content line in a file, including folds and ending.
///
/// It takes 8 bytes, because a calendar has millions of lines.
public struct ContentLine: Hashable, Sendable {
  /// The maximum length with folds and ending.
  static let longest = 1 << 29 - 1

  private let start: UInt32
  /// The length, the length of the ending in two bits, and in the last bit whether the line is folded.
  private let shape: UInt32

  init(_ start: Int, contentEnd: Int, end: Int, isFolded: Bool) {
    self.start = UInt32(truncatingIfNeeded: start)
    let (length, ending) = (end - start, end - contentEnd)
    shape = UInt32(truncatingIfNeeded: length << 3 | ending << 1 | (isFolded ? 1 : 0))
  }

  /// True if the line is folded.
  public var isFolded: Bool { shape & 1 != 0 }
  /// All bytes of the line.
  public var range: Range<Int> { Int(start)..<Int(start) + Int(shape >> 3) }
  /// The line without its last ending.
  public var content: Range<Int> {
    Int(start)..<Int(start) + Int(shape >> 3) - Int(shape >> 1 & 3)
  }
}
