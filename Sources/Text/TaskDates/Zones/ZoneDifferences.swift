/// The local times that are different instants in two zones.
///
/// They are computed once from the transitions of both zones, so that a date or a long series needs only a search among
/// them.
public struct ZoneDifferences: Sendable {
  private let first: Zone
  private let second: Zone
  /// Local times in seconds since 1970, as ordered ranges with gaps between them.
  private let spans: [Range<Int>]

  /// Compares two zones up to the year 2500.
  public init(between first: Zone, and second: Zone) {
    self.first = first
    self.second = second
    spans = Self.spans(first, second)
  }

  /// True if both zones always mean the same instant.
  public var isEmpty: Bool { spans.isEmpty }

  /// True if a local time, in any year, is a different instant in each zone.
  public func contains(_ reading: DateTimeParameters) -> Bool {
    first.instant(of: reading) != second.instant(of: reading)
  }

  /// True if some local times of a range are different instants in each zone.
  package func exist(in range: Range<Int>) -> Bool { !spans(overlapping: range).isEmpty }

  /// The ranges that end after a local time and begin before another.
  func spans(overlapping range: Range<Int>) -> ArraySlice<Range<Int>> {
    let start = spans.firstIndex { $0.upperBound > range.lowerBound } ?? spans.endIndex
    return spans[start...].prefix { $0.lowerBound < range.upperBound }
  }

  // MARK: The spans

  /// Computes the spans; between two edges the difference is constant, so one second decides.
  private static func spans(_ first: Zone, _ second: Zone) -> [Range<Int>] {
    let edges = Set([firstSecond, lastSecond] + edges(of: first) + edges(of: second))
      .filter { firstSecond...lastSecond ~= $0 }.sorted()
    var spans: [Range<Int>] = []
    for (start, end) in zip(edges, edges.dropFirst()) {
      guard let reading = DateTimeParameters(secondNumber: start),
        first.instant(of: reading) != second.instant(of: reading)
      else { continue }
      if let last = spans.last, last.upperBound == start {
        spans[spans.count - 1] = last.lowerBound..<end
      } else {
        spans.append(start..<end)
      }
    }
    return spans
  }

  /// The local times just before and after each transition.
  private static func edges(of zone: Zone) -> [Int] {
    zone.transitions(after: Instant(seconds: firstSecond), through: Instant(seconds: lastSecond))
      .flatMap { change in
        [change.before, change.after].map { change.instant.seconds + $0.offset }
      }
  }

  /// The beginning of the year 1.
  private static let firstSecond = -62_135_596_800
  /// The beginning of the year 2500.
  private static let lastSecond = 16_725_225_600
}

extension ZoneDifferences {
  /// True if a series has a date among the differences, or if its limit is reached first.
  ///
  /// - Parameters:
  ///   - series: The series, from its start.
  ///   - lead: The number of seconds after each date at which the local time is compared.
  ///   - range: The local times in seconds to search.
  ///   - steps: The work that is still allowed; the work done is subtracted.
  public func meet(
    _ series: SeriesDates, lead: Int, in range: Range<Int>, steps: inout Int
  ) -> Bool {
    var rest = series
    defer { steps -= rest.stepsTaken }
    for span in spans(overlapping: range) {
      steps -= 1
      let span = span.clamped(to: range)
      guard let start = DateTimeParameters(secondNumber: span.lowerBound - lead),
        let end = DateTimeParameters(secondNumber: span.upperBound - lead)
      else { return true }
      rest = rest.occurrences(from: start)
      var found = rest.occurrences(before: end)
      if found.next() != nil || found.isCutShort || steps < 0 { return true }
    }
    return false
  }
}
