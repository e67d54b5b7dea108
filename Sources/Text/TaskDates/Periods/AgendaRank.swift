/// Where a task stands in a list: by the end of its date, then by its length, then by priority, then
/// by its place in its file.
///
/// Of two dates with one end the shorter is first, so that a day comes before the month that it
/// closes. What has no priority comes after what has one, and what has no date after all that has.
public struct AgendaRank: Hashable, Sendable {
  private let end: Int
  private let length: Int
  private let priority: Int
  private let file: Int
  private let line: Int

  /// Creates a rank.
  ///
  /// - Parameters:
  ///   - value: When the task is due.
  ///   - priority: 1 (the highest) to 9; nil or 0 for none.
  ///   - file: The number of the file.
  ///   - line: The number of the line in it.
  public init(_ value: TMDateType?, priority: Int?, file: Int, line: Int) {
    end = value?.endSecond ?? .max
    length = value.map { $0.endSecond - $0.startDate.secondNumber } ?? 0
    self.priority = priority.flatMap { $0 > 0 ? $0 : nil } ?? 10
    self.file = file
    self.line = line
  }
}

extension AgendaRank: Comparable {
  public static func < (left: AgendaRank, right: AgendaRank) -> Bool {
    (left.end, left.length, left.priority, left.file, left.line)
      < (right.end, right.length, right.priority, right.file, right.line)
  }
}
