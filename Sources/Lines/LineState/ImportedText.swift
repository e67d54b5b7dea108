/// The lines of one file that belong to an import.
public struct ImportedText: Sendable {
  /// The file as the import left it.
  public let text: [UInt8]
  /// The lines that belong to the calendar, from 0, with the UIDs of their items.
  public let lines: [Int: String]

  /// Creates an imported text.
  public init(text: [UInt8], lines: [Int: String]) {
    self.text = text
    self.lines = lines
  }
}
