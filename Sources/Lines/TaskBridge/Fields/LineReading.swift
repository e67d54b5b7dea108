public import Diagnostics

/// The fields of a line, and the errors in its tags.
public struct LineReading: Sendable {
  /// An error or a warning about a tag.
  public struct Fault: Sendable {
    /// The message, with its place.
    public let diagnostic: Diagnostic
    /// True for a tag with a date or a rule for dates.
    public let isOfDate: Bool

    /// True if a date could not be read.
    public var isUnreadDate: Bool { isOfDate && diagnostic.severity == .error }
  }

  /// The fields.
  public let fields: LineFields
  /// The faults, in the order of the tags.
  public let faults: [Fault]
}
