public import Diagnostics
import Parallel

/// A whole task file: its bytes, and its lines as ranges of them.
///
/// Reading never fails and omits no byte: `document.bytes` are the original bytes, with their BOM, line endings, spaces
/// and anything that is not UTF-8. An edit is a `TaskEdit`, and applying one returns a new document; `replace(_:with:)`
/// changes this one, and reads only the changed lines again.
///
/// ```swift
/// let document = TaskDocument("Home:\n\t- Call Ann @due(2026-12-03 15:00)\n")
/// document.lines[1].kind  // .task
/// document.string(document.lines[1].text)  // "Call Ann"
/// ```
public struct TaskDocument: Sendable {
  /// The bytes of the file.
  public internal(set) var bytes: [UInt8]
  /// The dialect, which determines how bullets and tags are read.
  public let dialect: TaskDialect
  /// How Markdown is read and written; of no importance in other dialects.
  public let settings: MarkdownSettings
  /// The lines in order; empty for an empty file, and for a file of 4 GiB or more.
  public internal(set) var lines: [TaskLine]
  /// The tags of all lines, in order; a line's `tags` are indices into them.
  public internal(set) var tags: [TagSpan]
  /// The number of spaces for one level of indent; nil if no line begins with a space.
  ///
  /// It is the shortest run of leading spaces of any line that is not blank.
  public internal(set) var indentUnit: Int?
  /// What a change needs to know of the lines around it; nil before the first one.
  var memory: ScanMemory?

  /// Reads a file; any bytes are accepted.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - dialect: The dialect.
  ///   - settings: How Markdown is read and written.
  ///   - threads: The number of threads that read a large file, except in Markdown, where a line depends on others.
  public init(
    bytes: [UInt8], dialect: TaskDialect = .taskPaper, settings: MarkdownSettings = .standard,
    threads: Int = 1
  ) {
    let start = Self.markLength(bytes)
    let range = start..<(bytes.count < Self.limit ? bytes.count : start)
    let parts = dialect == .markdown ? 1 : min(threads, range.count >> 18)
    let scanner =
      parts > 1
      ? Self.scan(bytes, dialect, from: start, parts: parts)
      : Self.scan(bytes, dialect, settings, range)
    self.init(bytes: bytes, dialect: dialect, settings: settings, scanner)
  }

  private static func scan(
    _ bytes: [UInt8], _ dialect: TaskDialect, _ settings: MarkdownSettings, _ range: Range<Int>
  ) -> LineScanner {
    var scanner = LineScanner(dialect: dialect, settings: settings)
    scanner.reserve(range.count)
    _ = scanner.scan(bytes.span, from: range.lowerBound, before: range.upperBound)
    return scanner
  }

  /// Scans parts of a file, each on its own thread.
  private static func scan(
    _ bytes: [UInt8], _ dialect: TaskDialect, from start: Int, parts: Int
  ) -> LineScanner {
    let starts = [start] + lineEnds(bytes, parts: parts)
    let ends = starts.dropFirst() + [bytes.count]
    let ranges = zip(starts, ends).map { $0..<$1 }
    var scanners = Parallel.map(parts, threads: parts) {
      scan(bytes, dialect, .standard, ranges[$0])
    }[...]
    var scanner = scanners.popFirst() ?? LineScanner(dialect: dialect)
    for later in scanners { scanner.append(later) }
    return scanner
  }

  /// The ends of lines at which a file is divided into parts.
  private static func lineEnds(_ bytes: [UInt8], parts: Int) -> [Int] {
    (1..<parts).map { part in
      let middle = bytes.count / parts * part
      return bytes[middle...].firstIndex(of: Characters.lineFeed).map { $0 + 1 } ?? bytes.count
    }
  }

  /// Creates a document of lines that were scanned.
  init(
    bytes: [UInt8], dialect: TaskDialect, settings: MarkdownSettings = .standard,
    _ scanner: LineScanner
  ) {
    self.bytes = bytes
    self.dialect = dialect
    self.settings = settings
    lines = scanner.lines
    tags = scanner.tags
    guard scanner.hasSpaces else { return }
    var indents = SpaceIndents(dialect)
    indents.add(lines[...], bytes.span)
    indentUnit = indents.unit
    indents.setLevels(of: &lines, lines.indices, bytes.span, from: nil, to: indentUnit)
  }

  /// Reads a text.
  public init(
    _ text: String, dialect: TaskDialect = .taskPaper, settings: MarkdownSettings = .standard
  ) {
    self.init(bytes: Array(text.utf8), dialect: dialect, settings: settings)
  }

  /// Reads bytes in the way in which another document was read.
  public init(bytes: [UInt8], like other: TaskDocument) {
    self.init(bytes: bytes, dialect: other.dialect, settings: other.settings)
  }

  /// The number of bytes from which on a file is not read: offsets have 32 bits.
  static let limit = Int(UInt32.max)

  /// The length of a byte-order mark, which belongs to the file and not to a line.
  static func markLength(_ bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The file assembled from the parts of its lines: always equal to `bytes`, which `duecal verify` checks.
  public var printed: [UInt8] {
    var printed = Array(bytes[..<(lines.first?.start ?? bytes.count)])
    printed.reserveCapacity(bytes.count)
    for line in lines {
      printed += bytes[line.indent] + bytes[line.bullet] + bytes[line.text]
      printed += bytes[line.text.upperBound..<line.body.upperBound] + bytes[line.ending]
    }
    return printed
  }

  /// The file as text; bytes that are not UTF-8 appear as U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The first byte that is not UTF-8; nil if all are.
  public var firstInvalidByte: Int? { UTF8Scan.firstFault(in: bytes.span) }

  /// The text of a range of bytes.
  public func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension TaskDocument {
  /// The place of a byte, as an editor shows it; a byte past the end is at the end.
  public func place(ofByte offset: Int) -> Place {
    guard let number = lineNumber(ofByte: offset) else { return Place(line: 1, column: 1) }
    return place(ofByte: offset, line: number)
  }

  /// The place of a byte in a known line, which is counted from 0.
  public func place(ofByte offset: Int, line number: Int) -> Place {
    var finder = PlaceFinder(self)
    return finder.place(ofByte: offset, line: number)
  }

  /// The number of the line that contains a byte, from 0; nil in a file without lines.
  public func lineNumber(ofByte offset: Int) -> Int? {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return lines.isEmpty ? nil : min(low, lines.count - 1)
  }
}
