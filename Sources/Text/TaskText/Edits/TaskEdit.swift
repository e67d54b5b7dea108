import ExactText

/// A change of a document: byte ranges, and their new bytes.
///
/// Nothing outside of its splices changes. An edit belongs to the document that it was made for.
///
/// ```swift
/// let edit = try document.setting(tag: "due", to: "2026-12-04", onLine: 1)
/// let edited = document.applying(edit)
/// edited.applying(document.inverse(of: edit)).bytes == document.bytes  // true
/// ```
public struct TaskEdit: Hashable, Sendable {
  /// One range of the document and its new bytes.
  public struct Splice: Hashable, Sendable {
    /// The bytes that are removed; empty for an insertion.
    public let range: Range<Int>
    /// The bytes that are inserted.
    public let bytes: [UInt8]

    /// Creates a splice.
    public init(_ range: Range<Int>, _ bytes: some Sequence<UInt8>) {
      self.range = range
      self.bytes = Array(bytes)
    }
  }

  /// The splices in order; no two overlap.
  public let splices: [Splice]

  /// Creates an edit from splices that do not overlap, in any order.
  public init(_ splices: [Splice]) {
    self.splices = splices.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
        < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }.map(\.element)
  }

  /// True if the edit changes nothing.
  public var isEmpty: Bool { splices.allSatisfy { $0.range.isEmpty && $0.bytes.isEmpty } }
}

/// The reason why an edit is impossible; the document is unchanged.
public enum TaskEditError: Error, Hashable, Sendable {
  /// There is no such line, or it is blank.
  case noSuchLine(Int)
  /// A character of the name is not allowed in a tag's name.
  case illegalTagName(String)
  /// The value has a line break, or a backslash at its end, for which the format has no escape.
  case unwritableValue(String)
  /// The text has a line break.
  case lineBreak(String)
  /// The line would be read as something else than requested: as this kind with this text.
  case wouldRead(as: LineKind, text: String)
  /// A line at level 0 cannot be outdented, and a line cannot move below itself.
  case cannotMove
}

extension TaskEditError: CustomStringConvertible {
  /// The problem, in a sentence.
  public var description: String {
    switch self {
    case .noSuchLine(let line): "there is no line \(line + 1) with text"
    case .illegalTagName(let name): "\"\(name)\" is not a valid tag name"
    case .unwritableValue: "a tag's value cannot contain a line break or end with a backslash"
    case .lineBreak: "the text of a line cannot contain a line break"
    case .wouldRead(let kind, let text): "the line would be read as a \(kind) with text \"\(text)\""
    case .cannotMove: "the lines cannot be moved there"
    }
  }
}

extension TaskDocument {
  /// The document after an edit that was made for this one.
  public func applying(_ edit: TaskEdit) -> TaskDocument {
    var edited: [UInt8] = []
    edited.reserveCapacity(bytes.count + edit.splices.reduce(0) { $0 + $1.bytes.count })
    var index = 0
    for splice in edit.splices {
      edited += bytes[index..<splice.range.lowerBound]
      edited += splice.bytes
      index = splice.range.upperBound
    }
    edited += bytes[index...]
    return TaskDocument(bytes: edited, like: self)
  }

  /// The edit that takes the edited document back to this one.
  public func inverse(of edit: TaskEdit) -> TaskEdit {
    var shift = 0
    return TaskEdit(
      edit.splices.map { splice in
        let start = splice.range.lowerBound + shift
        shift += splice.bytes.count - splice.range.count
        return TaskEdit.Splice(start..<start + splice.bytes.count, bytes[splice.range])
      })
  }

  /// A line with text, by its number from 0.
  func editableLine(_ number: Int) throws(TaskEditError) -> TaskLine {
    guard lines.indices.contains(number), lines[number].kind != .blank else {
      throw .noSuchLine(number)
    }
    return lines[number]
  }
}
