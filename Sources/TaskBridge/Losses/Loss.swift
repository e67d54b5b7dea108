/// A value of a task file that does not come through to the calendar, or the other way.
public struct Loss: Hashable, Sendable {
  /// Where the value stands.
  public let line: LineRef
  /// Where on the line, as a byte of the document.
  public let offset: Int
  /// The property, or the part of the outline, that cannot hold it.
  public let property: String
  /// The value.
  public let value: String
  /// Why it does not come through.
  public let reason: String

  /// Names a loss.
  public init(line: LineRef, offset: Int, property: String, value: String, reason: String) {
    self.line = line
    self.offset = offset
    self.property = property
    self.value = value
    self.reason = reason
  }
}
