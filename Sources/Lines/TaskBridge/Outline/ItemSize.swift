public import Diagnostics
import TaskText

/// Limits the text of one item.
public enum ItemSize {
  /// The maximum size of a line and its notes, in bytes: far more than calendars accept, and small enough to be
  /// copied beside any file.
  public static let limit = 1 << 24

  /// The error for a line that has more; nil for any other.
  public static func fault(of file: TaskFile, line: Int) -> Diagnostic? {
    let size = size(of: file, line: line)
    guard size > limit else { return nil }
    let document = file.document
    return Diagnostic(
      .error, at: document.place(ofByte: document.lines[line].body.lowerBound, line: line),
      message: "the line and its notes have \(size) bytes; expected at most \(limit)")
  }

  private static func size(of file: TaskFile, line: Int) -> Int {
    let lines = file.document.lines
    let own = lines[line].body
    let block = file.outline.subtree(of: line)
    guard lines[block.upperBound - 1].body.upperBound - own.lowerBound > limit else { return 0 }
    return LineText(file, line: line).noteLines.reduce(own.count) { $0 + lines[$1].body.count }
  }
}
