public import TaskDates
public import TaskQuery

extension Query {
  /// The lines of a file that match, from 0 and in order; blank lines never match.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - now: The time of the user's clock, for dates such as `today`.
  ///   - vocabulary: The meaning of tags: `@due` finds `@deadline` too.
  public func lines(
    in file: TaskFile, now: DateTimeParameters, vocabulary: Vocabulary = Vocabulary()
  ) -> [Int] {
    let outline = QueriedFile(
      file, vocabulary, blockers: [self].blockers(in: [file], vocabulary))
    return items(in: outline, now: now).map { outline.lines[$0] }
  }
}

extension Query {
  /// The comparisons of a date tag with a written date that compare both as texts.
  ///
  /// - Parameter vocabulary: The meaning of tags.
  public func textualDates(of vocabulary: Vocabulary) -> [TextualDate] {
    textualDates.filter { date in
      vocabulary[date.attribute].map { Vocabulary.dated.contains($0.field) } ?? false
    }
  }
}
