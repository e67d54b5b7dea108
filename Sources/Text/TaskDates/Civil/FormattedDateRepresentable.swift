/// What has one written form as a date.
public protocol FormattedDateRepresentable {
  /// The value as `2024-12-01`, `2024-12-01 12:01` or one of the ranges.
  var formattedDate: String { get }
}

/// What says when something is, as a payload does.
public protocol ParameterConvertible {
  /// The value as the meaning of a payload.
  ///
  /// - Throws: `TMError` where the end does not come after the beginning.
  func toDateType() throws(TMError) -> TMDateType
}
