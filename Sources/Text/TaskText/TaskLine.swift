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
  /// A task in progress, as `[/]` in Markdown: equivalent to `@started`.
  case started

  /// True for a task that is done or cancelled.
  public var isClosed: Bool { self == .done || self == .cancelled }
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
  private var storedStart: UInt32
  private var storedBodyStart: UInt32
  private var storedTextStart: UInt32
  private var storedTextEnd: UInt32
  private var storedBodyEnd: UInt32
  private var storedFirstTag: UInt32
  private var storedTagEnd: UInt32
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

  /// Moves the line with what is around it.
  ///
  /// - Parameters:
  ///   - bytes: The number of bytes, which may be negative.
  ///   - tags: The number of tags by which the line's tags move in the document's `tags`.
  mutating func shift(bytes: Int, tags: Int) {
    let offset = UInt32(truncatingIfNeeded: bytes)
    storedStart &+= offset
    storedBodyStart &+= offset
    storedTextStart &+= offset
    storedTextEnd &+= offset
    storedBodyEnd &+= offset
    storedFirstTag &+= UInt32(truncatingIfNeeded: tags)
    storedTagEnd &+= UInt32(truncatingIfNeeded: tags)
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

/// A tag in the document, as byte ranges: `@name(value)`, or a field of a Markdown task.
public struct TagSpan: Hashable, Sendable {
  private var storedLeadingStart: UInt32
  private var storedAt: UInt32
  private var storedNameEnd: UInt32
  private var storedValueStart: UInt32  // 0 where there is no value: a value never begins a file
  private var storedEnd: UInt32
  private let storedForm: TagForm
  /// The field that the tag is in a form of Markdown; nil for `@name(value)`.
  public let markdownField: MarkdownField?
  /// The bytes between the value and the end of the tag.
  private let closingLength: UInt8

  /// Creates a tag; `valueStart` is 0 for a tag without parentheses.
  init(leadingStart: Int, at: Int, nameEnd: Int, valueStart: Int = 0, end: Int) {
    self.init(
      leadingStart: leadingStart, at: at, nameEnd: nameEnd,
      value: valueStart == 0 ? nil : valueStart..<end - 1, end: end, form: .at, field: nil)
  }

  /// Creates a tag of any form.
  init(
    leadingStart: Int, at: Int, nameEnd: Int, value: Range<Int>?, end: Int, form: TagForm,
    field: MarkdownField?
  ) {
    storedLeadingStart = UInt32(truncatingIfNeeded: leadingStart)
    storedAt = UInt32(truncatingIfNeeded: at)
    storedNameEnd = UInt32(truncatingIfNeeded: nameEnd)
    storedValueStart = UInt32(truncatingIfNeeded: value?.lowerBound ?? 0)
    storedEnd = UInt32(truncatingIfNeeded: end)
    storedForm = form
    markdownField = field
    closingLength = value.map { UInt8(truncatingIfNeeded: end - $0.upperBound) } ?? 0
  }

  /// The beginning of the white space before the tag, or of the tag if there is none.
  var leadingStart: Int { Int(storedLeadingStart) }
  var end: Int { Int(storedEnd) }

  /// How the tag is written.
  public var form: TagForm { storedForm }
  /// The tag from its `@`, sign or bracket to its end.
  public var range: Range<Int> { Int(storedAt)..<end }
  /// The name as written, without the `@`; it may be empty.
  ///
  /// In the forms of Markdown it is a sign or a key. `TaskDocument.name(of:)` returns the name that all forms share.
  public var name: Range<Int> {
    Int(storedAt) + (storedForm == .sign ? 0 : 1)..<Int(storedNameEnd)
  }
  /// The value as written, with its escapes; nil for a tag without one.
  public var value: Range<Int>? {
    storedValueStart == 0 ? nil : Int(storedValueStart)..<end - Int(closingLength)
  }
  /// The white space before the tag.
  public var leading: Range<Int> { leadingStart..<Int(storedAt) }

  /// Moves the tag by a number of bytes, which may be negative.
  mutating func shift(bytes: Int) {
    let offset = UInt32(truncatingIfNeeded: bytes)
    storedLeadingStart &+= offset
    storedAt &+= offset
    storedNameEnd &+= offset
    if storedValueStart != 0 { storedValueStart &+= offset }
    storedEnd &+= offset
  }

  /// The same tag with the white space before it that begins at a place.
  func leading(from start: Int) -> TagSpan {
    TagSpan(
      leadingStart: start, at: Int(storedAt), nameEnd: Int(storedNameEnd), value: value, end: end,
      form: storedForm, field: markdownField)
  }
}
