public import Diagnostics
import ExactText
import TaskText

/// A search that is saved in a file: `Today @search(not @done and @due <[d] tomorrow)`.
public struct SavedSearch: Sendable {
  /// The title of its line.
  public let name: String
  /// The query, without the backslashes before parentheses.
  public let text: String
  /// The name of its file.
  public let file: String
  private let document: TaskDocument
  private let line: Int
  private let value: Range<Int>

  /// The searches of some files, in order; a tag without a query is left out.
  public static func all(in files: [TaskFile]) -> [SavedSearch] {
    files.flatMap { file in
      file.document.lines.indices.compactMap { SavedSearch(file, line: $0) }
    }
  }

  private init?(_ file: TaskFile, line: Int) {
    let document = file.document
    guard let span = document.firstTag(named: "search", on: document.lines[line]),
      let value = span.value, let text = document.payload(of: span),
      text.contains(where: { !$0.isWhitespace })
    else { return nil }
    name = LineText(file, line: line).title
    self.text = text
    self.file = file.name
    self.document = document
    self.line = line
    self.value = value
  }

  /// The searches with a name: those with exactly this title, otherwise those with it in another case.
  public static func named(_ name: String, in searches: [SavedSearch]) -> [SavedSearch] {
    let exact = searches.filter { $0.name == name }
    return exact.isEmpty ? searches.filter { $0.name.lowercased() == name.lowercased() } : exact
  }

  /// The place of a column of the query in its file.
  public func place(ofColumn column: Int) -> Place {
    var offset = value.lowerBound
    var left = column - 1
    while left > 0, offset < value.upperBound {
      if Self.isEscape(document.bytes, at: offset, end: value.upperBound) { offset += 1 }
      offset += 1
      while offset < value.upperBound, document.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return document.place(ofByte: offset, line: line)
  }

  /// True at a backslash before a parenthesis.
  private static func isEscape(_ bytes: [UInt8], at offset: Int, end: Int) -> Bool {
    bytes[offset] == UInt8(ascii: "\\") && offset + 1 < end
      && (bytes[offset + 1] == UInt8(ascii: "(") || bytes[offset + 1] == UInt8(ascii: ")"))
  }
}
