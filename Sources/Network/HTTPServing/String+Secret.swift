extension String {
  /// True for a text with the same bytes; the time depends only on the lengths, so it tells nothing of a secret.
  package func isEqualInConstantTime(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
