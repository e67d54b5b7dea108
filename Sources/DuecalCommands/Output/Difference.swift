extension Output {
  /// Writes a difference of two files: as it is for `patch`, and on a terminal with its control characters
  /// spelled out, for nothing that a file says is to move the cursor of who reads.
  func write(difference: [UInt8]) {
    guard isTerminal else { return write(difference) }
    for line in difference.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      print(String(decoding: line, as: UTF8.self).visible)
    }
  }
}
