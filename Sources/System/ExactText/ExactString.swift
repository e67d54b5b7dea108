import Glibc

/// A text that equals only texts with the same bytes, for the names of files, servers and the text format.
///
/// Swift's own `==` treats `é` as one scalar and `é` as `e` with a combining accent as equal. But two files with such
/// names are two files, and two items with such UIDs are two items.
public struct ExactString: Hashable, Comparable, Sendable {
  /// The text.
  public let text: String

  /// Creates a value from a text.
  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  /// True if both have the same bytes.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.hasBytes(of: right.text)
  }

  /// True if the bytes of the left text come first.
  public static func < (left: ExactString, right: ExactString) -> Bool {
    left.text.order(beside: right.text) < 0
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    text.utf8Span.span.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension String {
  /// True if another text has the same bytes.
  @inlinable
  func hasBytes(of other: String) -> Bool {
    utf8.count == other.utf8.count && order(beside: other) == 0
  }

  /// Negative if this text comes first in the order of bytes; zero if the bytes are equal.
  @usableFromInline
  func order(beside other: String) -> Int {
    let (mine, theirs) = (utf8Span.span, other.utf8Span.span)
    return mine.withUnsafeBytes { left in
      theirs.withUnsafeBytes { left.order(beside: $0) }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func order(beside other: Self) -> Int {
    guard let mine = baseAddress, let theirs = other.baseAddress else { return count - other.count }
    let order = memcmp(mine, theirs, Swift.min(count, other.count))
    return order == 0 ? count - other.count : Int(order)
  }
}
