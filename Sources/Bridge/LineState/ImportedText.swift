/// What one import keeps in a file.
public struct ImportedText: Sendable {
  /// The file as the import left it.
  public let text: [UInt8]
  /// The lines that are the calendar's, from 0, and the UIDs of their items.
  public let lines: [Int: String]

  /// Takes what is remembered.
  public init(text: [UInt8], lines: [Int: String]) {
    self.text = text
    self.lines = lines
  }
}
