extension Output {
  /// Writes a difference of two files; a terminal shows carriage returns at line ends visibly.
  func write(difference: [UInt8]) {
    for line in difference.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast()
    {
      write(line, as: .line)
      write(CollectionOfOne(UInt8(ascii: "\n")))
    }
  }
}
