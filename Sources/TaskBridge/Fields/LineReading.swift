public import Diagnostics

/// What a line says, and what of it could not be read.
public struct LineReading: Sendable {
  /// Something that is wrong or doubtful with a tag.
  public struct Fault: Sendable {
    /// What is wrong, and where.
    public let diagnostic: Diagnostic
    /// True for a tag that says a date, or which dates there are.
    public let isOfDate: Bool

    /// True if a date could not be read.
    public var isUnreadDate: Bool { isOfDate && diagnostic.severity == .error }
  }

  /// The fields.
  public let fields: LineFields
  /// What is wrong with them, in the order of the tags.
  public let faults: [Fault]
}
