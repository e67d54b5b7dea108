/// The kind of a line; every line has exactly one.
public enum LineKind: String, Sendable, CaseIterable {
  /// A line that ends in a colon, not counting its trailing tags.
  case project
  /// A line that starts with a dash and a space.
  case task
  /// Any other line with text.
  case note
  /// A line with white space only; it has no children and does not end a subtree.
  case blank
}

/// The state that a lenient dialect expresses with a bullet instead of a tag.
public enum LineMark: Sendable {
  /// The bullet has no state, as in TaskPaper itself.
  case none
  /// A check mark: equivalent to `@done`.
  case done
  /// A cross: equivalent to `@cancelled`.
  case cancelled
}

/// One line of a document, as byte ranges of it.
///
/// A line holds no text. Its ranges are in this order and omit no byte: `indent`, `bullet`, `text`, the rest (tags,
/// spaces, a project's colon), `ending`.
public struct TaskLine: Hashable, Sendable {
  /// The kind of the line.
  public let kind: LineKind
  /// The state of the line's bullet; `none` except in lenient dialects.
  public let mark: LineMark
  private let endingLength: UInt8
  private let storedStart: UInt32
  private let storedBodyStart: UInt32
  private let storedTextStart: UInt32
  private let storedTextEnd: UInt32
  private let storedBodyEnd: UInt32
  private let storedFirstTag: UInt32
  private let storedTagEnd: UInt32
  private var storedLevel: UInt32

  /// Creates a line; every offset fits 32 bits, which `TaskDocument` ensures.
  init(
    start: Int, bodyStart: Int, shape: LineShape, bodyEnd: Int, end: Int, tags: Range<Int>,
    level: Int
  ) {
    kind = shape.kind
    mark = shape.mark
    endingLength = UInt8(truncatingIfNeeded: end - bodyEnd)
    storedStart = UInt32(truncatingIfNeeded: start)
    storedBodyStart = UInt32(truncatingIfNeeded: bodyStart)
    storedTextStart = UInt32(truncatingIfNeeded: shape.textStart)
    storedTextEnd = UInt32(truncatingIfNeeded: shape.textEnd)
    storedBodyEnd = UInt32(truncatingIfNeeded: bodyEnd)
    storedFirstTag = UInt32(truncatingIfNeeded: tags.lowerBound)
    storedTagEnd = UInt32(truncatingIfNeeded: tags.upperBound)
    storedLevel = UInt32(truncatingIfNeeded: level)
  }

  var start: Int { Int(storedStart) }
  var bodyStart: Int { Int(storedBodyStart) }
  var textStart: Int { Int(storedTextStart) }
  var textEnd: Int { Int(storedTextEnd) }
  var bodyEnd: Int { Int(storedBodyEnd) }
  var end: Int { Int(storedBodyEnd) + Int(endingLength) }

  /// The level of indent: a tab is one level, spaces count by the document's `indentUnit`.
  public internal(set) var level: Int {
    get { Int(storedLevel) }
    set { storedLevel = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The tags of the line, as indices into the document's `tags`.
  public var tags: Range<Int> { Int(storedFirstTag)..<Int(storedTagEnd) }
  /// The whole line with its ending.
  public var range: Range<Int> { start..<end }
  /// The leading spaces and tabs.
  public var indent: Range<Int> { start..<bodyStart }
  /// The line without its indent and its ending.
  public var body: Range<Int> { bodyStart..<bodyEnd }
  /// A task's dash and the space after it; empty for every other kind.
  public var bullet: Range<Int> { bodyStart..<textStart }
  /// The line without indent, bullet, trailing tags and a project's colon.
  public var text: Range<Int> { textStart..<textEnd }
  /// LF, CRLF or CR; empty on a last line without one.
  public var ending: Range<Int> { bodyEnd..<end }
}

/// A tag in the document, as byte ranges.
public struct TagSpan: Hashable, Sendable {
  private let storedLeadingStart: UInt32
  private let storedAt: UInt32
  private let storedNameEnd: UInt32
  private let storedValueStart: UInt32  // 0 where there is no value: a value never begins a file
  private let storedEnd: UInt32

  /// Creates a tag; `valueStart` is 0 for a tag without parentheses.
  init(leadingStart: Int, at: Int, nameEnd: Int, valueStart: Int = 0, end: Int) {
    storedLeadingStart = UInt32(truncatingIfNeeded: leadingStart)
    storedAt = UInt32(truncatingIfNeeded: at)
    storedNameEnd = UInt32(truncatingIfNeeded: nameEnd)
    storedValueStart = UInt32(truncatingIfNeeded: valueStart)
    storedEnd = UInt32(truncatingIfNeeded: end)
  }

  /// The beginning of the white space before the tag, or of the `@` if there is none.
  var leadingStart: Int { Int(storedLeadingStart) }
  var end: Int { Int(storedEnd) }

  /// The tag from its `@` to its closing parenthesis.
  public var range: Range<Int> { Int(storedAt)..<end }
  /// The name without the `@`; it may be empty.
  public var name: Range<Int> { Int(storedAt) + 1..<Int(storedNameEnd) }
  /// The value between its parentheses as written, with its escapes; nil without parentheses.
  public var value: Range<Int>? { storedValueStart == 0 ? nil : Int(storedValueStart)..<end - 1 }
  /// The white space before the tag.
  public var leading: Range<Int> { leadingStart..<Int(storedAt) }
}
