import TaskDates

/// A repetition in a person's words.
struct RepetitionText {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The same text with another count and, if possible, no other change.
  ///
  /// - Returns: Nil if the text is not a repetition with a count, or has this count already.
  func counting(_ count: Int) -> String? {
    guard let repetition = try? Repetition(parsing: text),
      case .count(let old) = repetition.rule.end, old != count
    else { return nil }
    var wanted = repetition
    wanted.rule.end = .count(count)
    let candidates = respelled(old, count) + [wanted.text]
    return candidates.first { (try? Repetition(parsing: $0)) == wanted }
  }

  /// The texts in which one of the possible counts is replaced, with the right form of `times`.
  private func respelled(_ old: Int, _ count: Int) -> [String] {
    let digits = String(old)
    return text.ranges(of: digits).reversed().flatMap { range in
      let replaced = text.replacingCharacters(in: range, with: String(count))
      guard count == 1, replaced.hasSuffix(" times") else { return [replaced] }
      return [String(replaced.dropLast()), replaced]
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
