/// The beginnings of the lines of a text, and what is known of each.
struct LineTable: Sendable {
  /// What is known of a line.
  private struct Marks: OptionSet {
    let rawValue: UInt8
    /// A byte of the line is not ASCII, so that encodings count its characters differently.
    static let wide = Marks(rawValue: 1)
    /// The line ends with CR alone.
    static let loneReturn = Marks(rawValue: 2)
  }

  private var starts: [Int] = []
  private var marks: [Marks] = []
  /// The number of lines that end with CR alone.
  private(set) var loneReturns = 0

  init(_ bytes: [UInt8]) {
    update(bytes, lines: 0..<0, from: 0, through: bytes.count, isLast: true)
  }

  /// The number of lines; a text that ends with a line break has an empty last line.
  var count: Int { starts.count }

  func isASCII(_ line: Int) -> Bool { !marks[line].contains(.wide) }

  /// The bytes of a line with its end.
  func range(of line: Int, in bytes: [UInt8]) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : bytes.count)
  }

  /// The bytes of a line without its end.
  func content(of line: Int, in bytes: [UInt8]) -> Range<Int> {
    let range = range(of: line, in: bytes)
    guard line + 1 < starts.count else { return range }
    let isCRLF =
      range.count > 1 && bytes[range.upperBound - 1] == 0x0A && bytes[range.upperBound - 2] == 0x0D
    return range.lowerBound..<range.upperBound - (isCRLF ? 2 : 1)
  }

  /// The line that contains a byte; the last one for the end of the text.
  func line(ofByte offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Reads the lines around a replaced range again, and shifts those after it.
  mutating func update(_ bytes: [UInt8], replaced range: Range<Int>, count: Int) {
    // What is added to the start of a line may be the LF of the CR before it.
    let first = line(ofByte: max(0, range.lowerBound - 1))
    let last = line(ofByte: range.upperBound)
    let shift = count - range.count
    let end = last + 1 < starts.count ? starts[last + 1] + shift : bytes.count
    if shift != 0 {
      for index in last + 1..<max(last + 1, starts.count) { starts[index] += shift }
    }
    update(
      bytes, lines: first..<last + 1, from: starts[first], through: end,
      isLast: last + 1 == starts.count)
  }

  /// Replaces lines by those of a range of bytes, which ends where a line ends.
  ///
  /// - Parameter isLast: True if the last line of the text is one of them.
  private mutating func update(
    _ bytes: [UInt8], lines: Range<Int>, from start: Int, through end: Int, isLast: Bool
  ) {
    var scan = Scan(start: start)
    scan.read(bytes.span, end: end)
    if isLast { scan.finish() }
    loneReturns += scan.marks.count { $0.contains(.loneReturn) }
    loneReturns -= marks[lines].count { $0.contains(.loneReturn) }
    starts.replaceSubrange(lines, with: scan.starts)
    marks.replaceSubrange(lines, with: scan.marks)
  }

  /// Reads lines.
  private struct Scan {
    var starts: [Int] = []
    var marks: [Marks] = []
    private var start: Int
    private var mark: Marks = []

    init(start: Int) { self.start = start }

    mutating func read(_ bytes: Span<UInt8>, end: Int) {
      var index = start
      while index < end {
        if index + 8 <= end, Self.arePlain(bytes, at: index) {
          index += 8
          continue
        }
        let byte = bytes[index]
        index += 1
        if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A {
          index += 1
        } else if byte == 0x0D {
          mark.insert(.loneReturn)
        } else if byte != 0x0A {
          if byte >= 0x80 { mark.insert(.wide) }
          continue
        }
        add(next: index)
      }
    }

    /// True for eight bytes of ASCII without control characters; a borrow from a lower byte can only make it false.
    private static func arePlain(_ bytes: Span<UInt8>, at index: Int) -> Bool {
      let word = bytes.word(at: index)
      return ((word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080 == 0
    }

    /// Adds the line without an end, which every text has.
    mutating func finish() { add(next: start) }

    private mutating func add(next: Int) {
      starts.append(start)
      marks.append(mark)
      (start, mark) = (next, [])
    }
  }
}
