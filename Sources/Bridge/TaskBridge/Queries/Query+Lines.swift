public import TaskDates
public import TaskQuery

extension Query {
  /// The lines of a file that are meant, from 0 and in order; blank lines never are.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - now: The reading of the user's clock, for dates such as `today`.
  ///   - vocabulary: What tags mean: `@due` finds `@deadline` too.
  public func lines(
    in file: TaskFile, now: DateTimeParameters, vocabulary: Vocabulary = Vocabulary()
  ) -> [Int] {
    let outline = QueriedFile(file, vocabulary)
    return items(in: outline, now: now).map { outline.lines[$0] }
  }
}

extension Query {
  /// The comparisons of a date tag with a written date that compare both as texts.
  ///
  /// - Parameter vocabulary: What tags mean.
  public func textualDates(of vocabulary: Vocabulary) -> [TextualDate] {
    textualDates.filter { date in
      vocabulary[date.attribute].map { Vocabulary.dated.contains($0.field) } ?? false
    }
  }
}
