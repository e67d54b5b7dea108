import TaskDates

/// The onsets of a VTIMEZONE, in order of time.
struct Onsets {
  /// One of them.
  struct Onset {
    /// The instant, in seconds of UTC.
    let second: Int
    /// The index of its observance.
    let index: Int
  }

  private(set) var all: [Onset] = []
  private let limit: Int

  /// Lists the onsets: if a zone rule generates those without an end, up to the last one outside of the rule, otherwise
  /// up to the horizon.
  ///
  /// - Throws: `TimeZoneFault` if there are too many, or an observance never begins.
  init(
    of observances: [ObservanceReader], hasRule: Bool, limit: Int
  ) throws(TimeZoneFault) {
    self.limit = limit
    var last = hasRule ? Int.min : Self.horizon
    for (index, observance) in observances.enumerated() {
      guard let first = observance.first else {
        throw TimeZoneFault(line: observance.line, "its rule has no dates")
      }
      last = max(last, first)
      try add(observance.singles, index, line: observance.line)
      if !observance.isOpen { try add(observance, index, through: .max) }
    }
    last = max(last, all.map(\.second).max() ?? last)
    for (index, observance) in observances.enumerated() where observance.isOpen {
      try add(observance, index, through: last)
    }
    all.sort { ($0.second, $0.index) < ($1.second, $1.index) }
  }

  /// The start of 2101; laws about clocks do not reach that far.
  private static let horizon = 4_133_980_800

  private mutating func add(
    _ observance: ObservanceReader, _ index: Int, through last: Int
  ) throws(TimeZoneFault) {
    try add(
      observance.onsets(through: last, room: limit - all.count), index, line: observance.line)
  }

  private mutating func add(
    _ seconds: [Int], _ index: Int, line: Int
  ) throws(TimeZoneFault) {
    all += seconds.map { Onset(second: $0, index: index) }
    guard all.count <= limit else {
      throw TimeZoneFault(line: line, "clocks change more than \(limit) times")
    }
  }
}
