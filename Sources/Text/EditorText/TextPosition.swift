/// How an editor counts the characters of a line.
public enum PositionEncoding: String, Sendable, CaseIterable {
  /// Bytes of UTF-8.
  case utf8 = "utf-8"
  /// Code units of UTF-16, which every editor of the Language Server Protocol knows.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"
}

/// A place between two characters, as an editor counts.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 0.
  public var line: Int
  /// The characters of the line before the place.
  public var character: Int

  /// Creates a position.
  public init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A change that an editor reports: a range that is replaced, or the whole text.
public struct TextChange: Sendable {
  /// The range that is replaced; nil for the whole text.
  public var range: (start: TextPosition, end: TextPosition)?
  /// The new bytes.
  public var bytes: [UInt8]

  /// Creates a change.
  public init(_ range: (start: TextPosition, end: TextPosition)?, bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}
