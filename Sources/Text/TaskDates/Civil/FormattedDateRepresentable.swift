/// A value that can be written as a date in one form.
public protocol FormattedDateRepresentable {
  /// The value as `2024-12-01`, `2024-12-01 12:01` or one of the ranges.
  var formattedDate: String { get }
}

/// A value that can be converted to the meaning of a payload.
public protocol ParameterConvertible {
  /// The value as the meaning of a payload.
  ///
  /// - Throws: `TMError` if the end is not after the beginning.
  func toDateType() throws(TMError) -> TMDateType
}
