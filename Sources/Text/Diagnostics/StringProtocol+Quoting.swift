extension StringProtocol {
  /// The text in quotation marks, shortened to its beginning if it is long.
  public var quoted: String {
    let shown = prefix(80)
    return shown.endIndex == endIndex ? "\"\(self)\"" : "\"\(shown)…\""
  }
}
