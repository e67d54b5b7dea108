/// A text as lines, and each line as words, which an edit changes as a whole.
///
/// A word includes the spaces before it, so that they are added and removed together. A tag with its value is one word,
/// because half of a date is not a date. The indent and the line end are separate words.
struct TextTokens {
  let bytes: [UInt8]
  /// The words, in order and without gaps.
  private(set) var ranges: [Range<Int>] = []
  /// The words of each line.
  private(set) var lines: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: Characters.lineFeed).map { $0 + 1 } ?? bytes.count
      let first = ranges.count
      split(start..<end)
      lines.append(first..<ranges.count)
      start = end
    }
  }

  /// The offset of a word; the end of the text after the last one.
  func offset(of token: Int) -> Int {
    ranges.indices.contains(token) ? ranges[token].lowerBound : bytes.count
  }

  /// The bytes of some words.
  func bytes(of tokens: Range<Int>) -> ArraySlice<UInt8> {
    bytes[offset(of: tokens.lowerBound)..<offset(of: tokens.upperBound)]
  }

  private mutating func split(_ line: Range<Int>) {
    let text = line.lowerBound..<end(of: line)
    var place = text.lowerBound
    if let first = text.first(where: { !Self.isBlank(bytes[$0]) }), first > place {
      ranges.append(place..<first)
      place = first
    }
    var bracketsEnd = true
    while place < text.upperBound {
      let end = endOfWord(in: place..<text.upperBound, &bracketsEnd)
      ranges.append(place..<end)
      place = end
    }
    if text.upperBound < line.upperBound { ranges.append(text.upperBound..<line.upperBound) }
  }

  /// The offset at which the text of a line ends and its line end begins.
  private func end(of line: Range<Int>) -> Int {
    guard bytes[line].last == Characters.lineFeed else { return line.upperBound }
    let end = line.upperBound - 1
    let hasReturn = end > line.lowerBound && bytes[end - 1] == Characters.carriageReturn
    return hasReturn ? end - 1 : end
  }

  /// The end of the word that begins here, including the spaces before it.
  ///
  /// - Parameter bracketsEnd: Set to false once a bracket has no end, so that the rest of the line is not searched
  ///   again.
  private func endOfWord(in rest: Range<Int>, _ bracketsEnd: inout Bool) -> Int {
    var place = rest.lowerBound
    while place < rest.upperBound, Self.isBlank(bytes[place]) { place += 1 }
    let isTag = place < rest.upperBound && bytes[place] == UInt8(ascii: "@")
    while place < rest.upperBound, !Self.isBlank(bytes[place]) {
      if isTag, bracketsEnd, bytes[place] == UInt8(ascii: "(") {
        if let close = endOfValue(in: place..<rest.upperBound) { return close }
        bracketsEnd = false
      }
      place += 1
    }
    return place
  }

  /// The byte after the bracket that ends a tag's value; nil if there is none.
  private func endOfValue(in rest: Range<Int>) -> Int? {
    var depth = 0
    for place in rest {
      if place > rest.lowerBound, bytes[place - 1] == UInt8(ascii: "\\") { continue }
      if bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return place + 1 }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// The words that two texts have in common, in order: first in whole lines, then in the lines between these.
struct TokenAlignment: Equatable {
  /// The new word for each word of the old text; nil if there is none.
  private(set) var places: [Int?]
  private let newCount: Int

  /// Aligns two texts.
  ///
  /// - Parameter isMirrored: Whether to begin at the end. If equal words occur in several places this finds other
  ///   pairs, and so shows what is ambiguous.
  init(_ old: TextTokens, _ new: TextTokens, isMirrored: Bool) {
    places = [Int?](repeating: nil, count: old.ranges.count)
    newCount = new.ranges.count
    let lines = Self.pairs(
      old.lines.map(old.bytes(of:)), new.lines.map(new.bytes(of:)), isMirrored: isMirrored)
    var (left, right) = (0, 0)
    for pair in lines + [(old.lines.count, new.lines.count)] {
      alignWords(
        of: left..<pair.old, in: old, right: right..<pair.new, in: new, isMirrored: isMirrored)
      if pair.old < old.lines.count {
        for (a, b) in zip(old.lines[pair.old], new.lines[pair.new]) { places[a] = b }
      }
      (left, right) = (pair.old + 1, pair.new + 1)
    }
  }

  private mutating func alignWords(
    of left: Range<Int>, in old: TextTokens, right: Range<Int>, in new: TextTokens,
    isMirrored: Bool
  ) {
    guard let a = old.lines[left].first?.lowerBound, let b = new.lines[right].first?.lowerBound
    else { return }
    let olds = a..<(old.lines[left].last?.upperBound ?? a)
    let news = b..<(new.lines[right].last?.upperBound ?? b)
    let pairs = Self.pairs(
      old.ranges[olds].map { old.bytes[$0] }, new.ranges[news].map { new.bytes[$0] },
      isMirrored: isMirrored)
    for pair in pairs { places[a + pair.old] = b + pair.new }
  }

  /// The pieces that two lists have in common.
  private static func pairs(
    _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], isMirrored: Bool
  ) -> [(old: Int, new: Int)] {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    let texts = [old, new].map { pieces in
      pieces.map { piece in
        let next = numbers.count
        if let number = numbers[piece] { return number }
        numbers[piece] = next
        return next
      }
    }
    guard isMirrored else { return LineAlignment(texts[0], texts[1]).pairs }
    return LineAlignment(texts[0].reversed(), texts[1].reversed()).pairs.reversed().map {
      (old.count - 1 - $0.old, new.count - 1 - $0.new)
    }
  }

  /// The words that only one text has: each old range with the new range in its place.
  var gaps: [(old: Range<Int>, new: Range<Int>)] {
    var gaps: [(old: Range<Int>, new: Range<Int>)] = []
    var (left, right) = (0, 0)
    for (index, place) in (places + [newCount]).enumerated() {
      guard let place else { continue }
      if index > left || place > right { gaps.append((left..<index, right..<place)) }
      (left, right) = (index + 1, place + 1)
    }
    return gaps
  }
}
