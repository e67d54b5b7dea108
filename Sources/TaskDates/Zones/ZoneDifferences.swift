/// The readings of a clock that two zones take for different instants.
///
/// They are found once, between the changes of both zones, so that a date and a long series cost no more
/// than a search among them.
public struct ZoneDifferences: Sendable {
  private let first: Zone
  private let second: Zone
  /// Seconds of the clock since 1970, in order and apart from each other.
  private let spans: [Range<Int>]

  /// Compares two zones up to the year 2500.
  public init(_ first: Zone, _ second: Zone) {
    self.first = first
    self.second = second
    spans = Self.spans(first, second)
  }

  /// True where both zones always mean the same.
  public var isEmpty: Bool { spans.isEmpty }

  /// True if a reading is another instant in each of the zones, in whatever year.
  public func contains(_ reading: DateTimeParameters) -> Bool {
    first.instant(of: reading) != second.instant(of: reading)
  }

  /// The spans that end after a second of the clock and begin before another.
  func spans(overlapping range: Range<Int>) -> ArraySlice<Range<Int>> {
    let start = spans.firstIndex { $0.upperBound > range.lowerBound } ?? spans.endIndex
    return spans[start...].prefix { $0.lowerBound < range.upperBound }
  }

  // MARK: The spans

  /// Between two edges both zones keep their distance, so the first second there speaks for all.
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

  /// What clocks show before and after each change.
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
  /// True if a series has a date among the differences; also where its bound is reached before that is
  /// known.
  ///
  /// - Parameters:
  ///   - series: The series, from its start.
  ///   - lead: How many seconds later than each of its dates the clock is read.
  ///   - range: The seconds of the clock that are looked at.
  ///   - steps: How much work is left, from which this work is taken.
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
