/// What a payload says: a date, or one that moves with the clock.
public enum DateExpression: Hashable, Sendable {
  /// A date that is written out.
  case absolute(DatePayload)
  /// A date that only a clock can tell.
  case relative(RelativeDate)

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - text: The payload without its parentheses.
  ///   - shortYears: Whether a year may have two digits.
  /// - Throws: `TMError` where it is neither, with the reason why it is no date.
  public init(parsing text: String, shortYears: Bool = false) throws(TMError) {
    do {
      self = .absolute(try DatePayload(parsing: text, shortYears: shortYears))
    } catch {
      guard let relative = RelativeDate(parsing: text) else { throw error }
      self = .relative(relative)
    }
  }
}
