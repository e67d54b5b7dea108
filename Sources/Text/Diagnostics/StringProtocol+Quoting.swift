extension StringProtocol {
  /// The text in quotation marks, its beginning where it is long: a message is read by a person.
  public var quoted: String {
    let shown = prefix(80)
    return shown.endIndex == endIndex ? "\"\(self)\"" : "\"\(shown)…\""
  }
}
