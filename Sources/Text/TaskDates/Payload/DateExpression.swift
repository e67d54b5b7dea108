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
    let absolute: TMError
    do {
      self = .absolute(try DatePayload(parsing: text, shortYears: shortYears))
      return
    } catch {
      absolute = error
    }
    if absolute.isOfValue, Self.looksDated(text) { throw absolute }
    do {
      self = .relative(try RelativeDate(parsing: text))
    } catch {
      throw Self.looksDated(text) && (absolute.isSpecific || error.offset == 0) ? absolute : error
    }
  }

  /// True if a text begins as a date in figures does, so that what is wrong with it as one is what
  /// a person wants to know.
  private static func looksDated(_ text: String) -> Bool {
    let bytes = text.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    let digits = bytes.prefix { 0x30...0x39 ~= $0 }.count
    let next = bytes.dropFirst(digits).first
    return digits > 4 || (digits > 0 && next.map { "-/.".utf8.contains($0) } == true)
  }
}

extension TMError {
  /// True where the text is a date in figures that does not exist.
  fileprivate var isOfValue: Bool {
    if case .invalidFormattedString = self { false } else { true }
  }

  /// True where the error says more than that the text is no date.
  fileprivate var isSpecific: Bool {
    guard case .invalidFormattedString(let text, _) = self else { return true }
    return self != .invalidFormattedString(text)
  }
}
