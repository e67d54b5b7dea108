/// The sort key of a task in a list: by the end of its date, then by its length, then by priority, then by its place in
/// its file.
///
/// An event is sorted by its start instead of its end.
///
/// Of two dates with the same end the shorter one is first, so that the last day of a month comes before the month.
/// Tasks without a priority come after those with one, and tasks without a date come last.
public struct AgendaRank: Hashable, Sendable {
  private let moment: Int
  private let length: Int
  /// The first and the last second of the date; the largest number for no date.
  package let start: Int, end: Int
  /// The priority, 10 for none.
  package let priority: Int
  /// The number of the file, and of the line in it.
  package let file: Int, line: Int

  /// Creates a sort key.
  ///
  /// - Parameters:
  ///   - value: The due date of the task.
  ///   - priority: 1 (the highest) to 9; nil or 0 for none.
  ///   - file: The number of the file.
  ///   - line: The number of the line in it.
  public init(_ value: TMDateType?, priority: Int?, file: Int, line: Int) {
    self.init(value, takesPlace: false, priority: priority, file: file, line: line)
  }

  /// Creates the rank of a task, or of what takes place.
  package init(
    _ value: TMDateType?, takesPlace: Bool, priority: Int?, file: Int, line: Int
  ) {
    start = value?.startDate.secondNumber ?? .max
    end = value?.endSecond ?? .max
    moment = takesPlace ? start : end
    length = value.map { $0.endSecond - $0.startDate.secondNumber } ?? 0
    self.priority = priority.flatMap { $0 > 0 ? $0 : nil } ?? 10
    self.file = file
    self.line = line
  }
}

extension AgendaRank: Comparable {
  public static func < (left: AgendaRank, right: AgendaRank) -> Bool {
    (left.moment, left.length, left.priority, left.file, left.line)
      < (right.moment, right.length, right.priority, right.file, right.line)
  }
}
