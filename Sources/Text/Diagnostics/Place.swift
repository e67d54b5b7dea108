/// A place in a text, as an editor shows it.
///
/// Lines and columns count from 1. A column counts Unicode scalars, `byteColumn` counts UTF-8 bytes; there are both
/// because editors disagree about which of them they jump to.
public struct Place: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// The column in bytes, from 1.
  public let byteColumn: Int

  /// Creates a place; by default `byteColumn` equals `column`, as after ASCII text.
  public init(line: Int, column: Int, byteColumn: Int? = nil) {
    self.line = line
    self.column = column
    self.byteColumn = byteColumn ?? column
  }

  public static func < (left: Place, right: Place) -> Bool {
    (left.line, left.byteColumn) < (right.line, right.byteColumn)
  }
}
