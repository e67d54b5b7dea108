extension TaskDocument {
  /// Reads only those lines of a file that contain a word, for a search.
  ///
  /// A line of TaskPaper is read alone, so that the lines and their tags are those of the whole file, except that
  /// levels count tabs only. In Markdown a line depends on others, and all are read if one contains the word.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - dialect: The dialect.
  ///   - word: The word, which has no line break.
  public init(bytes: [UInt8], dialect: TaskDialect, linesWith word: [UInt8]) {
    let start = Self.markLength(bytes)
    let text = bytes.span
    let first = text.firstIndex(of: word, from: start)
    if dialect == .markdown, first != nil {
      self.init(bytes: bytes, dialect: dialect)
      return
    }
    var scanner = LineScanner(dialect: dialect)
    var next = bytes.count < Self.limit ? first : nil
    var end = start
    while let place = next {
      var line = place
      while line > end, !text.isLineBreak(line - 1) { line -= 1 }
      end = scanner.scan(text, from: line, before: line + 1)
      next = text.firstIndex(of: word, from: end)
    }
    self.init(bytes: bytes, dialect: dialect, scanner)
  }
}

extension Span<UInt8> {
  fileprivate func isLineBreak(_ index: Int) -> Bool {
    self[index] == Characters.lineFeed || self[index] == Characters.carriageReturn
  }

  /// The first place of a word from an index on; nil if there is none.
  fileprivate func firstIndex(of word: [UInt8], from start: Int) -> Int? {
    guard let first = word.first else { return nil }
    let last = word.count - 1
    var index = start
    // Eight places at once: most have neither the first byte of the word nor its last one where it would be.
    while index + last + 8 <= count {
      let firsts = ByteWord(self, index).places(of: first)
      let lasts = ByteWord(self, index + last).places(of: word[last])
      let places = firsts & lasts
      if places == 0 {
        index += 8
        continue
      }
      index += places.trailingZeroBitCount / 8
      if end(of: word, at: index, limit: count) != nil { return index }
      index += 1
    }
    while index + last < count {
      if end(of: word, at: index, limit: count) != nil { return index }
      index += 1
    }
    return nil
  }
}
