public import Diagnostics

/// The fields of a line, and the faults of its tags.
public struct LineReading: Sendable {
  /// An error or a doubt about a tag.
  public struct Fault: Sendable {
    /// What is wrong, and where.
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
