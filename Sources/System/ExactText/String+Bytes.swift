extension String {
  /// True if a byte of the UTF-8 meets a condition.
  ///
  /// This is a loop over the bytes in memory, where `utf8.contains(where:)` asks an iterator for each of them.
  @inlinable
  package func hasByte(where condition: (UInt8) -> Bool) -> Bool {
    let bytes = utf8Span.span
    for index in bytes.indices where condition(bytes[index]) { return true }
    return false
  }
}
