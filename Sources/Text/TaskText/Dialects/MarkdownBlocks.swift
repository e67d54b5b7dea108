/// The parts of a Markdown file that hold no tasks: front matter, code fences and comments.
///
/// It reads the lines in order. A comment or front matter that is not closed is ordinary text, so that no task is
/// hidden by a slip; a fence that is not closed ends with its list item or the file (CommonMark, section 4.5).
struct MarkdownBlocks {
  /// What a line is.
  enum Part {
    /// Ordinary text, which can be a task.
    case text
    /// Code or a comment.
    case hidden
    /// A line of the front matter.
    case frontMatter
  }

  /// What a line inherits from those above it.
  struct State: Equatable {
    fileprivate var fence: Fence?
    fileprivate var comment: Comment?
    /// The column at which the text of the last list item begins; nil outside of lists.
    fileprivate var listColumn: Int?
  }

  fileprivate struct Fence: Equatable {
    let sign: UInt8
    let length: Int
    /// The column of the list item that contains it.
    let column: Int
  }

  fileprivate enum Comment {
    case html
    case percent

    var opening: [UInt8] { Array((self == .html ? "<!--" : "%%").utf8) }
    var closing: [UInt8] { Array((self == .html ? "-->" : "%%").utf8) }
  }

  private var frontMatterEnd: Int?
  private var hasFrontMatter = false
  /// True if the file may contain a fence or a comment; nil before that is known.
  private var mayHide: Bool?
  /// The last place in the file at which each kind of comment can close; nil before it is needed.
  private var lastClosing: [Comment: Int] = [:]

  /// Reads the next line.
  mutating func part(
    _ bytes: Span<UInt8>, start: Int, bodyStart: Int, bodyEnd: Int, _ state: inout State
  ) -> Part {
    if frontMatterEnd == nil {
      let end = Self.frontMatterEnd(bytes, start: start, bodyEnd: bodyEnd)
      (frontMatterEnd, hasFrontMatter) = (end, end > start)
    }
    if let frontMatterEnd, start < frontMatterEnd { return .frontMatter }
    if mayHide == nil { mayHide = Self.mayHide(bytes, from: start) }
    guard mayHide == true else { return .text }
    if state.comment == nil, bodyStart < bodyEnd {
      let part = state.fencePart(bytes, start: start, bodyStart: bodyStart, bodyEnd: bodyEnd)
      if part == .hidden { return .hidden }
    }
    return state.fence == nil ? commentPart(bytes, bodyStart, bodyEnd, &state.comment) : .hidden
  }

  // MARK: Changes

  /// The blocks of a text in the middle of a file, which follow it if they are open at its end.
  fileprivate static var ofPart: MarkdownBlocks {
    var blocks = MarkdownBlocks()
    (blocks.frontMatterEnd, blocks.mayHide) = (0, true)
    blocks.lastClosing = [.html: .max, .percent: .max]
    return blocks
  }

  /// Adapts what is known of the whole file to a change of its bytes; false if lines far from the change may be read in
  /// another way, so that all must be read again.
  ///
  /// - Parameters:
  ///   - bytes: The bytes after the change.
  ///   - change: The bytes that were replaced.
  ///   - start: The beginning of the first line.
  mutating func follow(_ bytes: Span<UInt8>, _ change: RangeChange, start: Int) -> Bool {
    keepsFrontMatter(bytes, change, start) && !beginsToHide(bytes, change)
      && [.html, .percent].allSatisfy { keepsClosing(of: $0, bytes, change) }
  }

  private mutating func keepsFrontMatter(
    _ bytes: Span<UInt8>, _ change: RangeChange, _ start: Int
  ) -> Bool {
    guard let old = frontMatterEnd else { return true }
    if hasFrontMatter, change.old.lowerBound < old, old < change.old.upperBound { return false }
    let firstEnd = (start..<bytes.count).first { Self.isBreak(bytes[$0]) } ?? bytes.count
    let new = Self.frontMatterEnd(bytes, start: start, bodyEnd: firstEnd)
    frontMatterEnd = new
    if hasFrontMatter != (new > start) { return false }
    return new == start || new == (old >= change.old.upperBound ? old + change.shift : old)
  }

  /// True if the file may contain a fence or a comment since a change, and could not before.
  private func beginsToHide(_ bytes: Span<UInt8>, _ change: RangeChange) -> Bool {
    guard mayHide == false else { return false }
    return (max(0, change.new.lowerBound - 1)..<change.new.upperBound).contains {
      Self.begins(bytes, at: $0)
    }
  }

  /// True if the last place at which comments of a kind can close is the same place after a change.
  private mutating func keepsClosing(
    of kind: Comment, _ bytes: Span<UInt8>, _ change: RangeChange
  ) -> Bool {
    guard let old = lastClosing[kind] else { return true }
    let closing = kind.closing
    let isBefore = old + closing.count <= change.old.lowerBound
    guard old < 0 || isBefore || old >= change.old.upperBound else { return false }
    let last = old < 0 || isBefore ? old : old + change.shift
    lastClosing[kind] = last
    let start = max(0, change.new.lowerBound - closing.count + 1)
    return !(start..<max(start, change.new.upperBound)).contains {
      $0 > last && bytes.end(of: closing, at: $0, limit: bytes.count) != nil
    }
  }

  // MARK: Front matter

  /// The end of the front matter that begins with the file's first line; its beginning if there is none.
  static func frontMatterEnd(_ bytes: Span<UInt8>, start: Int, bodyEnd: Int) -> Int {
    guard isRule(bytes, start, bodyEnd) else { return start }
    var line = bodyEnd
    while line < bytes.count {
      while line < bytes.count, isBreak(bytes[line]) { line += 1 }
      var end = line
      while end < bytes.count, !isBreak(bytes[end]) { end += 1 }
      if isRule(bytes, line, end) { return end }
      line = end
    }
    return start
  }

  /// True if a file contains the beginning of a fence or of a comment.
  private static func mayHide(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    let signs = "`~%<".utf8.map { $0 }
    var index = start
    while index < bytes.count {
      if index + 8 <= bytes.count {
        let word = ByteWord(bytes, index)
        guard signs.contains(where: word.has) else {
          index += 8
          continue
        }
      }
      let end = min(index + 8, bytes.count)
      while index < end {
        if begins(bytes, at: index) { return true }
        index += 1
      }
    }
    return false
  }

  /// True if a fence or a comment begins at an index, as far as its first bytes show.
  private static func begins(_ bytes: Span<UInt8>, at index: Int) -> Bool {
    guard index + 1 < bytes.count else { return false }
    switch (bytes[index], bytes[index + 1]) {
    case (UInt8(ascii: "`"), UInt8(ascii: "`")), (UInt8(ascii: "~"), UInt8(ascii: "~")),
      (UInt8(ascii: "%"), UInt8(ascii: "%")), (UInt8(ascii: "<"), UInt8(ascii: "!")):
      return true
    default: return false
    }
  }

  private static func isBreak(_ byte: UInt8) -> Bool {
    byte == Characters.lineFeed || byte == Characters.carriageReturn
  }

  /// True for a line of three dashes.
  private static func isRule(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    guard start + 3 <= end else { return false }
    for index in start..<end {
      let isDash = index < start + 3 && bytes[index] == Characters.dash
      let isBlank = index >= start + 3 && Characters.isASCIIWhiteSpace(bytes[index])
      guard isDash || isBlank else { return false }
    }
    return true
  }

  // MARK: Comments

  /// Follows the comments of a line; a line that begins in one is hidden, and so is one that begins with one.
  private mutating func commentPart(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ comment: inout Comment?
  ) -> Part {
    var isHidden = comment != nil
    var code = CodeSpans()
    var index = start
    while index < end {
      if let open = comment {
        guard let close = bytes.end(of: open.closing, at: index, limit: end) else {
          index += 1
          continue
        }
        comment = nil
        index = close
      } else if bytes[index] == UInt8(ascii: "`") {
        index = code.end(bytes, from: index, limit: end)
      } else if let (open, next) = opening(bytes, index, end) {
        if index == start { isHidden = true }
        comment = open
        index = next
      } else {
        index += 1
      }
    }
    return isHidden ? .hidden : .text
  }

  /// The comment that opens at an index, if it closes somewhere, and the index after its opening.
  private mutating func opening(
    _ bytes: Span<UInt8>, _ index: Int, _ end: Int
  ) -> (Comment, Int)? {
    let kind: Comment
    switch bytes[index] {
    case UInt8(ascii: "%"): kind = .percent
    case UInt8(ascii: "<"): kind = .html
    default: return nil
    }
    guard let next = bytes.end(of: kind.opening, at: index, limit: end) else { return nil }
    return next <= lastClosing(of: kind, bytes) ? (kind, next) : nil
  }

  /// The last place at which comments of a kind can close; -1 if there is none.
  private mutating func lastClosing(of kind: Comment, _ bytes: Span<UInt8>) -> Int {
    if let known = lastClosing[kind] { return known }
    let closing = kind.closing
    var index = bytes.count - closing.count
    while index >= 0, bytes.end(of: closing, at: index, limit: bytes.count) == nil { index -= 1 }
    lastClosing[kind] = index
    return index
  }
}

// MARK: Spans of code

/// The spans of code of one line: a run of backticks begins one, and the next run of the same length ends it
/// (CommonMark, section 6.1).
private struct CodeSpans {
  /// The last run of each length after the first one that begins no span; nil before that is known.
  private var lastRuns: [Int: Int]?

  /// The index after the span that begins at an index; the index after its backticks if it does not end on the line.
  mutating func end(_ bytes: Span<UInt8>, from start: Int, limit: Int) -> Int {
    let length = Self.length(bytes, at: start, limit)
    let after = start + length
    if let lastRuns, lastRuns[length] ?? start <= start { return after }
    var passed: [Int: Int] = [:]
    var index = after
    while let run = Self.run(bytes, from: index, limit) {
      let found = Self.length(bytes, at: run, limit)
      if found == length { return run + found }
      passed[found] = run
      index = run + found
    }
    lastRuns = passed
    return after
  }

  /// The next run of backticks.
  private static func run(_ bytes: Span<UInt8>, from start: Int, _ limit: Int) -> Int? {
    var index = start
    while index < limit, bytes[index] != UInt8(ascii: "`") { index += 1 }
    return index < limit ? index : nil
  }

  private static func length(_ bytes: Span<UInt8>, at start: Int, _ limit: Int) -> Int {
    MarkdownBlocks.State.run(of: UInt8(ascii: "`"), bytes, start, limit)
  }
}

// MARK: Fences

extension MarkdownBlocks.State {
  /// Reads a line outside of comments: whether it belongs to a fence.
  fileprivate mutating func fencePart(
    _ bytes: Span<UInt8>, start: Int, bodyStart: Int, bodyEnd: Int
  ) -> MarkdownBlocks.Part {
    let column = Self.column(bytes, start..<bodyStart)
    if let open = fence {
      guard column >= open.column else {
        fence = nil
        return fencePart(bytes, start: start, bodyStart: bodyStart, bodyEnd: bodyEnd)
      }
      if Self.closes(open, bytes, bodyStart, bodyEnd) { fence = nil }
      return .hidden
    }
    let text = MarkdownReader.withoutQuotes(bytes, start: bodyStart, limit: bodyEnd)
    let item = MarkdownReader.listItem(bytes, start: text, limit: bodyEnd)
    if let item {
      listColumn = column + item - text
    } else if column == 0 {
      listColumn = nil
    }
    let inside = listColumn.map { min($0, item == nil ? column : $0) } ?? 0
    fence = Self.fence(bytes, item ?? text, bodyEnd, column: inside)
    return fence == nil ? .text : .hidden
  }

  /// The column after an indent, with tab stops of four.
  private static func column(_ bytes: Span<UInt8>, _ indent: Range<Int>) -> Int {
    var column = 0
    for index in indent {
      column = bytes[index] == Characters.tab ? column / 4 * 4 + 4 : column + 1
    }
    return column
  }

  private static func fence(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, column: Int
  ) -> MarkdownBlocks.Fence? {
    guard start < end, bytes[start] == UInt8(ascii: "`") || bytes[start] == UInt8(ascii: "~") else {
      return nil
    }
    let sign = bytes[start]
    let length = run(of: sign, bytes, start, end)
    guard length >= 3 else { return nil }
    if sign == UInt8(ascii: "`") {  // the words after such a fence have no backtick
      for index in start + length..<end where bytes[index] == sign { return nil }
    }
    return MarkdownBlocks.Fence(sign: sign, length: length, column: column)
  }

  private static func closes(
    _ fence: MarkdownBlocks.Fence, _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    let start = MarkdownReader.withoutQuotes(bytes, start: start, limit: end)
    let length = run(of: fence.sign, bytes, start, end)
    guard length >= fence.length else { return false }
    for index in start + length..<end where !Characters.isASCIIWhiteSpace(bytes[index]) {
      return false
    }
    return true
  }

  fileprivate static func run(of sign: UInt8, _ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int
  {
    var index = start
    while index < end, bytes[index] == sign { index += 1 }
    return index - start
  }
}

// MARK: Open blocks

/// A fence, or a comment, that is open at the end of a text and hides what follows the text.
package struct OpenBlock: Hashable, Sendable {
  /// The line on which it opens, or on which others before it do.
  package let line: Int
  /// True for a fence.
  package let isFence: Bool
}

extension TaskDocument {
  /// The fence or comment of Markdown that hides what follows this text, if its closing does; nil if there is none.
  package var openBlock: OpenBlock? {
    guard dialect == .markdown else { return nil }
    var (blocks, state) = (MarkdownBlocks.ofPart, MarkdownBlocks.State())
    var found: OpenBlock?
    for (number, line) in lines.enumerated() {
      let before = state
      _ = blocks.part(
        bytes.span, start: line.start, bodyStart: line.bodyStart, bodyEnd: line.bodyEnd, &state)
      let isSame = state.fence == before.fence && state.comment == before.comment
      if !isSame { found = state.openBlock(from: number) }
    }
    return found
  }
}

extension MarkdownBlocks.State {
  fileprivate func openBlock(from line: Int) -> OpenBlock? {
    fence == nil && comment == nil ? nil : OpenBlock(line: line, isFence: fence != nil)
  }
}
