/// What a line is; every line is exactly one of these.
public enum LineKind: String, Sendable, CaseIterable {
  /// A line that ends in a colon, its trailing tags aside.
  case project
  /// A line that starts with a dash and a blank.
  case task
  /// Anything else that has text.
  case note
  /// White space only; owns nothing and breaks nothing.
  case blank
}

/// The state that a lenient dialect says with a bullet instead of a tag.
public enum LineMark: Sendable {
  /// The bullet says nothing, as in TaskPaper itself.
  case none
  /// A check mark: as good as `@done`.
  case done
  /// A cross: as good as `@cancelled`.
  case cancelled
}

/// One line of a document, as byte ranges into it.
///
/// A line holds no text. Its ranges stand in this order and leave no byte out: `indent`, `bullet`,
/// `text`, what trails (tags, blanks, a project's colon), `ending`.
public struct TaskLine: Hashable, Sendable {
  /// What the line is.
  public let kind: LineKind
  /// What the line's bullet says of its state; `none` outside of lenient dialects.
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

  /// Creates a line; every offset fits 32 bits, which `TaskDocument` sees to.
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

  /// The levels of indent: a tab is one, spaces count by the document's `indentUnit`.
  public internal(set) var level: Int {
    get { Int(storedLevel) }
    set { storedLevel = UInt32(truncatingIfNeeded: newValue) }
  }

  /// The tags of the line, as indices into the document's `tags`.
  public var tags: Range<Int> { Int(storedFirstTag)..<Int(storedTagEnd) }
  /// The whole line with its ending.
  public var range: Range<Int> { start..<end }
  /// The leading blanks.
  public var indent: Range<Int> { start..<bodyStart }
  /// The line without its indent and its ending.
  public var body: Range<Int> { bodyStart..<bodyEnd }
  /// A task's dash and the blank behind it; empty for every other kind.
  public var bullet: Range<Int> { bodyStart..<textStart }
  /// The line without indent, bullet, trailing tags and a project's colon.
  public var text: Range<Int> { textStart..<textEnd }
  /// LF, CRLF, CR, or nothing on a last line without one.
  public var ending: Range<Int> { bodyEnd..<end }
}

/// A tag where it stands in the document.
public struct TagSpan: Hashable, Sendable {
  private let storedLeadingStart: UInt32
  private let storedAt: UInt32
  private let storedNameEnd: UInt32
  private let storedValueStart: UInt32  // 0 where there is no value: a value never begins a file
  private let storedEnd: UInt32

  /// Creates a tag; `valueStart` is 0 for one without parentheses.
  init(leadingStart: Int, at: Int, nameEnd: Int, valueStart: Int = 0, end: Int) {
    storedLeadingStart = UInt32(truncatingIfNeeded: leadingStart)
    storedAt = UInt32(truncatingIfNeeded: at)
    storedNameEnd = UInt32(truncatingIfNeeded: nameEnd)
    storedValueStart = UInt32(truncatingIfNeeded: valueStart)
    storedEnd = UInt32(truncatingIfNeeded: end)
  }

  /// Where the white space before the tag begins; where the `@` stands if there is none.
  var leadingStart: Int { Int(storedLeadingStart) }
  var end: Int { Int(storedEnd) }

  /// The tag from its `@` to its closing parenthesis.
  public var range: Range<Int> { Int(storedAt)..<end }
  /// The name without the `@`; it may be empty.
  public var name: Range<Int> { Int(storedAt) + 1..<Int(storedNameEnd) }
  /// The value between its parentheses as written, escapes and all; nil without parentheses.
  public var value: Range<Int>? { storedValueStart == 0 ? nil : Int(storedValueStart)..<end - 1 }
  /// The white space before the tag.
  public var leading: Range<Int> { leadingStart..<Int(storedAt) }
}
