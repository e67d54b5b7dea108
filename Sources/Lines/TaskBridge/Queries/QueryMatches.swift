public import TaskDates
public import TaskQuery
import TaskText

/// The lines of some files that match all of some queries.
public struct QueryMatches: Sendable {
  /// For each file and line whether it matches.
  private let found: [[Bool]]
  /// The same, if a date that cannot be read may have any value.
  private let possible: [[Bool]]

  /// Runs queries on files.
  ///
  /// - Parameters:
  ///   - queries: The queries; a line must match all of them.
  ///   - files: The files.
  ///   - now: The time of the user's clock.
  ///   - vocabulary: The meaning of tags.
  public init(
    _ queries: [Query], in files: [TaskFile], now: DateTimeParameters, vocabulary: Vocabulary
  ) {
    let blockers = queries.blockers(in: files, vocabulary)
    let found = files.map { file in
      let outline = QueriedFile(file, vocabulary, blockers: blockers)
      return Self.lines(queries, outline, file: file, now: now, unreadable: .areNone)
    }
    let areSure = queries.allSatisfy { Self.sure.isSuperset(of: $0.attributes) }
    possible = zip(files, found).map { file, found in
      if areSure { return found }
      let outline = QueriedFile(file, vocabulary, blockers: blockers, takesUnreadTags: true)
      let lines = Self.lines(queries, outline, file: file, now: now, unreadable: .mayBeAny)
      return zip(found, lines).map { $0 || $1 }
    }
    self.found = found
  }

  /// The attributes that do not depend on incomplete tags.
  private static let sure: Set<String> = ["text", "title", "type", "project"]

  /// For each line whether it matches all queries.
  private static func lines(
    _ queries: [Query], _ outline: QueriedFile, file: TaskFile, now: DateTimeParameters,
    unreadable: Query.UnreadableDates
  ) -> [Bool] {
    var counts = [Int](repeating: 0, count: file.document.lines.count)
    for query in queries {
      for item in query.items(in: outline, now: now, unreadableDates: unreadable) {
        counts[outline.lines[item]] += 1
      }
    }
    return counts.map { $0 == queries.count }
  }

  /// True if no line of any file matches.
  public var isEmpty: Bool { !found.contains { $0.contains(true) } }

  /// The number of lines that match.
  public var count: Int { found.reduce(0) { $0 + $1.count { $0 } } }

  /// True if a line matches.
  public func contains(_ line: LineRef) -> Bool { found[line.file][line.line] }

  /// True if a line matches, or may match when its dates can be read.
  public func mayContain(_ line: LineRef) -> Bool { possible[line.file][line.line] }
}
