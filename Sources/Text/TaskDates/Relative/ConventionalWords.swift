/// A day in figures without a fixed order, as the configuration reads it: `5.12.`, `12/5/2026`.
struct FigureDate: Hashable, Sendable {
  let month: Int
  let day: Int
  /// Nil for the coming such day.
  let year: Int?
  /// True for `5.12`, which may as well be a number.
  let isBare: Bool
}

extension DateWord {
  /// Splits the bytes of a text, with the dates and names that the conventions allow as one word each.
  static func cut(_ bytes: [UInt8], _ conventions: DateConventions) -> [DateWord] {
    let words = cut(bytes)
    if conventions == .none { return words }
    return ConventionalWords(words, bytes, conventions).joined
  }
}

/// Joins the words of a name, and of a date in figures.
private struct ConventionalWords {
  let words: [DateWord]
  let bytes: [UInt8]
  let conventions: DateConventions

  init(_ words: [DateWord], _ bytes: [UInt8], _ conventions: DateConventions) {
    self.words = words
    self.bytes = bytes
    self.conventions = conventions
  }

  var joined: [DateWord] {
    var joined: [DateWord] = []
    var index = 0
    while index < words.count {
      let (kind, count) = named(index) ?? figures(index) ?? (words[index].kind, 1)
      let isOwn = kind == words[index].kind
      joined.append(isOwn ? words[index] : word(kind, index..<index + count))
      index += count
    }
    return joined
  }

  private func word(_ kind: DateWord.Kind, _ range: Range<Int>) -> DateWord {
    let place =
      words[range.lowerBound].range.lowerBound..<words[range.upperBound - 1].range.upperBound
    return DateWord(
      kind: kind, text: String(decoding: bytes[place], as: UTF8.self).lowercased(), range: place)
  }

  /// The longest name that begins at a word.
  private func named(_ index: Int) -> (DateWord.Kind, Int)? {
    guard stands(before: index) else { return nil }
    let found = conventions.days.compactMap { day in
      day.length(in: words, at: index).map { (DateWord.Kind.named(day), $0) }
    }
    guard let longest = found.max(by: { $0.1 < $1.1 }), isEnd(index + longest.1 - 1) else {
      return nil
    }
    return longest
  }

  /// A date in figures that begins at a word; none after `at`, where figures are a time.
  private func figures(_ index: Int) -> (DateWord.Kind, Int)? {
    guard let order = conventions.order, index + 2 < words.count, stands(before: index),
      index == 0 || !["at", "from"].contains(words[index - 1].text),
      let first = small(index), let second = small(index + 2), isAttached(index + 1..<index + 3)
    else { return nil }
    let sign = words[index + 1].text
    guard sign == "/" || sign == "-" || (sign == "." && order == .dayFirst) else { return nil }
    let (day, month) = order == .dayFirst ? (first, second) : (second, first)
    guard 1...31 ~= day, 1...12 ~= month else { return nil }
    var count = 3
    var year: Int?
    if follows(sign, index + 3) {
      if index + 4 < words.count, isAttached(index + 4..<index + 5),
        let written = self.year(index + 4)
      {
        (year, count) = (written, 5)
      } else if sign == "." {
        count = 4
      }
    }
    // `3-5` is more often a range.
    guard isEnd(index + count - 1), sign != "-" || year != nil else { return nil }
    let date = FigureDate(month: month, day: day, year: year, isBare: count == 3 && sign == ".")
    return (.figureDate(date), count)
  }

  private func small(_ index: Int) -> Int? {
    1...2 ~= words[index].digits ? words[index].number : nil
  }

  private func year(_ index: Int) -> Int? {
    switch words[index].digits {
    case 4: words[index].number
    case 2: words[index].number.map { 2000 + $0 }
    default: nil
    }
  }

  private func follows(_ sign: String, _ index: Int) -> Bool {
    index < words.count && words[index].text == sign && isAttached(index..<index + 1)
  }

  /// True if no space is before these words.
  private func isAttached(_ range: Range<Int>) -> Bool {
    range.allSatisfy { words[$0].range.lowerBound == words[$0 - 1].range.upperBound }
  }

  private func stands(before index: Int) -> Bool {
    let start = words[index].range.lowerBound
    return start == 0 || isBlank(bytes[start - 1])
  }

  /// True if a space, punctuation or the end follows a word.
  private func isEnd(_ index: Int) -> Bool {
    var place = words[index].range.upperBound
    if place < bytes.count, PhrasePlace.stops.contains(bytes[place]) { place += 1 }
    return place == bytes.count || isBlank(bytes[place])
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
