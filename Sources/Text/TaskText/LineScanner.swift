/// Splits a text into lines and classifies each; this is the whole grammar of the format.
///
/// It makes one pass over the bytes. A line ends with LF, CRLF or CR, and with nothing else: a form feed or U+2028 is
/// part of its line.
struct LineScanner {
  /// What the reading of a line depends on, besides the line and what is known of the whole file.
  struct State: Equatable {
    /// The levels that a Markdown heading adds to the lines below it.
    var section = 0
    var blocks = MarkdownBlocks.State()
  }

  let dialect: TaskDialect
  private let settings: MarkdownSettings
  private(set) var lines: [TaskLine] = []
  private(set) var tags: [TagSpan] = []
  /// True if spaces begin a line that is not blank.
  private(set) var hasSpaces = false
  private(set) var state: State
  /// What is known of the whole file.
  private(set) var blocks: MarkdownBlocks
  /// The state before each line, if it was asked for.
  private(set) var states: [State] = []
  private let keepsStates: Bool

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - dialect: The dialect.
  ///   - settings: The meaning of signs in boxes.
  ///   - state: The state before the first line that is scanned.
  ///   - blocks: What is known of the whole file.
  ///   - keepsStates: Whether the state before each line is kept, which only Markdown has.
  init(
    dialect: TaskDialect, settings: MarkdownSettings = .standard, state: State = State(),
    blocks: MarkdownBlocks = MarkdownBlocks(), keepsStates: Bool = false
  ) {
    self.dialect = dialect
    self.settings = settings
    self.state = state
    self.blocks = blocks
    self.keepsStates = keepsStates && dialect == .markdown
  }

  /// Reserves room for the lines of a text.
  mutating func reserve(_ count: Int) {
    lines.reserveCapacity(count / 24 + 1)
    tags.reserveCapacity(count / 48 + 1)
  }

  /// Scans the lines of `bytes` that begin from `start` on and before `limit`, and returns the end of the last one.
  ///
  /// The levels are those of tabs alone; `SpaceIndents` adds those of spaces, which depend on the whole file.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, before limit: Int) -> Int {
    var index = start
    while index < limit {
      if keepsStates { states.append(state) }
      let found = LineEnd(bytes, from: index)
      let end = found.end(bytes)
      append(bytes, start: index, bodyEnd: found.index, end: end, firstAt: found.firstAt)
      index = end
    }
    return index
  }

  /// Adds the lines that another scanner has read after those of this one.
  mutating func append(_ later: LineScanner) {
    let count = tags.count
    tags += later.tags
    lines += later.lines
    for index in lines.count - later.lines.count..<lines.count {
      lines[index].shift(bytes: 0, tags: count)
    }
    hasSpaces = hasSpaces || later.hasSpaces
  }

  private mutating func append(
    _ bytes: Span<UInt8>, start: Int, bodyEnd: Int, end: Int, firstAt: Int?
  ) {
    let indent = IndentScan(bytes, from: start, end: bodyEnd)
    if dialect == .markdown, appendHidden(bytes, indent, start: start, bodyEnd: bodyEnd, end: end) {
      return
    }
    let firstTag = tags.count
    if let firstAt {
      TagScanner(
        start: indent.end, end: bodyEnd, allowsBlankBeforeValue: dialect.allowsBlankBeforeValue
      ).scan(bytes, from: firstAt, into: &tags)
    }
    if dialect == .markdown,
      let text = MarkdownReader.taskText(bytes, start: indent.end, end: bodyEnd)
    {
      MarkdownFieldScanner(start: text, end: bodyEnd).scan(bytes, from: firstTag, into: &tags)
    }
    let content =
      tags.count == firstTag
      ? bodyEnd : Self.contentEnd(bytes, bodyEnd: bodyEnd, tags, from: firstTag)
    var shape = LineShape.read(
      bytes, in: dialect, start: indent.end, contentEnd: content, bodyEnd: bodyEnd)
    if shape.kind == .task, dialect == .markdown {
      settings.setMark(of: &shape, bytes, start: indent.end)
    }
    if shape.kind != .blank { note(indent) }
    lines.append(
      TaskLine(
        start: start, bodyStart: indent.end, shape: shape, bodyEnd: bodyEnd, end: end,
        tags: firstTag..<tags.count, level: level(indent, shape)))
  }

  /// Appends a line of front matter, code or a comment, which has no tags; false for any other line.
  ///
  /// Front matter belongs to the file like blank lines; code and comments can be part of notes.
  private mutating func appendHidden(
    _ bytes: Span<UInt8>, _ indent: IndentScan, start: Int, bodyEnd: Int, end: Int
  ) -> Bool {
    let part = blocks.part(
      bytes, start: start, bodyStart: indent.end, bodyEnd: bodyEnd, &state.blocks)
    guard part != .text else { return false }
    let isNote = part == .hidden && indent.end < bodyEnd
    let shape = LineShape(
      kind: isNote ? .note : .blank, textStart: indent.end, textEnd: bodyEnd)
    if isNote { note(indent) }
    lines.append(
      TaskLine(
        start: start, bodyStart: indent.end, shape: shape, bodyEnd: bodyEnd, end: end,
        tags: tags.count..<tags.count, level: level(indent, shape)))
    return true
  }

  /// The end of the text of a line with tags: the beginning of its trailing tags, otherwise the line's own end.
  // Static, because a method would copy the scanner for each line.
  private static func contentEnd(
    _ bytes: Span<UInt8>, bodyEnd: Int, _ tags: [TagSpan], from firstTag: Int
  ) -> Int {
    var index = tags[tags.count - 1].end
    while index < bodyEnd {
      let length = Characters.whiteSpace(bytes, at: index, end: bodyEnd)
      guard length > 0 else { return bodyEnd }
      index += length
    }
    var run = tags.count - 1
    while run > firstTag, tags[run - 1].end == tags[run].leadingStart { run -= 1 }
    return tags[run].leadingStart
  }

  private mutating func note(_ indent: IndentScan) {
    if indent.leadingSpaces > 0 { hasSpaces = true }
  }

  /// The level by tabs alone.
  private mutating func level(_ indent: IndentScan, _ shape: LineShape) -> Int {
    guard dialect == .markdown else { return indent.tabs }
    if let heading = shape.heading { state.section = heading }
    return shape.heading.map { $0 - 1 } ?? state.section + indent.tabs
  }
}

/// The kind of a line, determined from its content.
struct LineShape {
  var kind: LineKind
  var mark = LineMark.none
  var textStart: Int
  var textEnd: Int
  /// The rank of a Markdown heading, from 1.
  var heading: Int?

  // These two are inlined, because their results would otherwise be written to memory for each line.

  /// The kind of a line in a dialect.
  @inline(__always)
  static func read(
    _ bytes: Span<UInt8>, in dialect: TaskDialect, start: Int, contentEnd: Int, bodyEnd: Int
  ) -> LineShape {
    if dialect != .taskPaper,
      let lenient = dialect.shape(bytes, start: start, contentEnd: contentEnd)
    {
      return lenient
    }
    return taskPaper(bytes, start: start, contentEnd: contentEnd, bodyEnd: bodyEnd)
  }

  /// TaskPaper's rule: a dash and a space begin a task; otherwise a colon at the end makes a project.
  @inline(__always)
  static func taskPaper(
    _ bytes: Span<UInt8>, start: Int, contentEnd: Int, bodyEnd: Int
  ) -> LineShape {
    guard start < bodyEnd else { return LineShape(kind: .blank, textStart: start, textEnd: start) }
    if contentEnd > start + 1, bytes[start] == Characters.dash {
      let blank = Characters.whiteSpace(bytes, at: start + 1, end: contentEnd)
      if blank > 0 {
        return LineShape(kind: .task, textStart: start + 1 + blank, textEnd: contentEnd)
      }
    }
    if contentEnd > start, bytes[contentEnd - 1] == Characters.colon {
      return LineShape(kind: .project, textStart: start, textEnd: contentEnd - 1)
    }
    let blank = isBlank(bytes, start: start, end: bodyEnd)
    return LineShape(kind: blank ? .blank : .note, textStart: start, textEnd: contentEnd)
  }

  private static func isBlank(_ bytes: Span<UInt8>, start: Int, end: Int) -> Bool {
    var index = start
    while index < end {
      let length = Characters.whiteSpace(bytes, at: index, end: end)
      guard length > 0 else { return false }
      index += length
    }
    return true
  }
}

/// The leading spaces and tabs of a line, counted.
struct IndentScan {
  private(set) var end: Int
  private(set) var tabs = 0
  /// The number of spaces before anything else.
  private(set) var leadingSpaces = 0
  /// The levels of the runs of spaces, with `unit` spaces for each.
  private(set) var spaceLevels = 0

  init(_ bytes: Span<UInt8>, from start: Int, end limit: Int, unit: Int = .max) {
    end = start
    var run = 0
    var spaces = 0
    while end < limit {
      if bytes[end] == Characters.tab {
        tabs += 1
        spaceLevels += run / unit
        run = 0
      } else if bytes[end] == Characters.space {
        spaces += 1
        run += 1
        if spaces == end - start + 1 { leadingSpaces = spaces }
      } else {
        break
      }
      end += 1
    }
    spaceLevels += run / unit
  }
}

/// Eight bytes that are searched at once.
struct ByteWord {
  private let bytes: UInt64

  /// The eight bytes from an index on.
  @inline(__always)
  init(_ text: Span<UInt8>, _ index: Int) {
    bytes = UInt64(
      littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// The highest bit of each of the eight bytes that is `byte`, and perhaps of later ones.
  @inline(__always)
  func places(of byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x0101_0101_0101_0101
    let difference = bytes ^ (low &* UInt64(byte))
    return (difference &- low) & ~difference & (low << 7)
  }

  /// True if one of the eight bytes is `byte`.
  @inline(__always)
  func has(_ byte: UInt8) -> Bool { places(of: byte) != 0 }
}

/// The end of a line, and its first `@`.
private struct LineEnd {
  /// The offset of the ending, or the end of the text.
  private(set) var index: Int
  /// The offset of the first `@`; nil if there is none.
  private(set) var firstAt: Int?

  init(_ bytes: Span<UInt8>, from start: Int) {
    index = start
    if skipWords(bytes) { return }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == Characters.lineFeed || byte == Characters.carriageReturn { return }
      if byte == Characters.at, firstAt == nil { firstAt = index }
      index += 1
    }
  }

  /// Skips eight bytes at a time; true if the end of the line is found.
  private mutating func skipWords(_ bytes: Span<UInt8>) -> Bool {
    while index + 8 <= bytes.count {
      let word = ByteWord(bytes, index)
      let ends = word.places(of: Characters.lineFeed) | word.places(of: Characters.carriageReturn)
      let signs = word.places(of: Characters.at)
      let end = ends.trailingZeroBitCount
      if firstAt == nil, signs.trailingZeroBitCount < end {
        firstAt = index + signs.trailingZeroBitCount / 8
      }
      guard ends == 0 else {
        index += end / 8
        return true
      }
      index += 8
    }
    return false
  }

  /// The offset of the next line.
  func end(_ bytes: Span<UInt8>) -> Int {
    guard index < bytes.count else { return index }
    let isCRLF =
      bytes[index] == Characters.carriageReturn && index + 1 < bytes.count
      && bytes[index + 1] == Characters.lineFeed
    return index + (isCRLF ? 2 : 1)
  }
}
