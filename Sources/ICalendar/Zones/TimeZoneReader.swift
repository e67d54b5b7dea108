public import TaskDates

/// Why a VTIMEZONE is not read, or what is odd in it.
public struct TimeZoneFault: Error, Hashable, Sendable {
  /// The content line, as an index into the document's.
  public let line: Int
  /// What is wrong, in one line without a full stop.
  public let sentence: String

  init(line: Int, _ sentence: String) {
    self.line = line
    self.sentence = sentence
  }
}

/// What is accepted of a VTIMEZONE.
public struct TimeZoneLimits: Hashable, Sendable {
  /// How many STANDARD and DAYLIGHT it may have.
  public var observances = 100
  /// How many RDATEs each of them may have, and how many changes all may make.
  public var dates = 5000
  /// How many VTIMEZONEs of a file are read.
  public var definitions = 1000

  /// The limits as they are without an option.
  public init() {}
}

/// Reads a VTIMEZONE (RFC 5545, section 3.6.5) as a zone.
///
/// Its onsets are dates and yearly rules, and nothing else is expanded. Two yearly rules without an end
/// become the zone's own rule, so that any year is right; others are listed up to 2100. At any time the
/// onset that is the last before it holds; before the first one clocks showed what it changed.
public struct TimeZoneReader: Sendable {
  private let document: ICSDocument
  private let limits: TimeZoneLimits
  /// What was odd in what was read and was understood all the same.
  public private(set) var doubts: [TimeZoneFault] = []

  /// Takes a file.
  public init(_ document: ICSDocument, limits: TimeZoneLimits = TimeZoneLimits()) {
    self.document = document
    self.limits = limits
  }

  /// The zone of a VTIMEZONE, an index into the document's components.
  ///
  /// - Throws: `TimeZoneFault` where it cannot be said for sure when clocks change, or where a limit is
  ///   met.
  public mutating func zone(
    of component: Int, named name: String
  ) throws(TimeZoneFault) -> Zone {
    let observances = try observances(of: component)
    doubts += observances.flatMap(\.doubts)
    let rule = Self.rule(observances.filter(\.isOpen))
    let finite = try onsets(of: observances, hasRule: rule != nil, in: component)
    let onsets = finite.sorted { ($0.second, $0.index) < ($1.second, $1.index) }
    guard let first = onsets.first else { throw Self.empty(document, component) }
    let changes = onsets.map { onset in
      (at: Instant(seconds: onset.second), to: observances[onset.index].shown)
    }
    return Zone(
      name: name, first: Self.before(observances[first.index], observances), changes: changes,
      rule: rule)
  }

  private static func rule(_ open: [ObservanceReader]) -> ZoneRule? {
    guard open.count == 2, let first = open[0].yearly, let second = open[1].yearly else {
      return nil
    }
    return ZoneRule(first, second)
  }

  private static func empty(_ document: ICSDocument, _ component: Int) -> TimeZoneFault {
    TimeZoneFault(
      line: document.components[component].lines.lowerBound, "there is no STANDARD and no DAYLIGHT")
  }

  private func observances(of component: Int) throws(TimeZoneFault) -> [ObservanceReader] {
    let children = document.children(of: component).filter {
      ["STANDARD", "DAYLIGHT"].contains(document.components[$0].name.uppercased())
    }
    guard children.count <= limits.observances else {
      throw TimeZoneFault(
        line: document.components[component].lines.lowerBound,
        "there are \(children.count) observances, and \(limits.observances) are read at most")
    }
    var observances: [ObservanceReader] = []
    for child in children {
      observances.append(try ObservanceReader(document, component: child, limits: limits))
    }
    return observances
  }

  /// An onset, and whose it is.
  private struct Onset {
    let second: Int
    let index: Int
  }

  /// All onsets that are to be listed: up to the last one that is no part of the zone's rule, or to the
  /// horizon where it has none.
  private func onsets(
    of observances: [ObservanceReader], hasRule: Bool, in component: Int
  ) throws(TimeZoneFault) -> [Onset] {
    var onsets: [Onset] = []
    for (index, observance) in observances.enumerated() {
      let made = observance.isOpen ? [] : observance.onsets(through: .max, limit: limits.dates)
      guard let made else { throw tooMany(component) }
      onsets += ([observance.onset] + observance.dates + made).map {
        Onset(second: $0, index: index)
      }
      guard onsets.count <= limits.dates else { throw tooMany(component) }
    }
    let last = onsets.map(\.second).max() ?? 0
    for (index, observance) in observances.enumerated() where observance.isOpen {
      let made = observance.onsets(
        through: hasRule ? last : max(last, Self.horizon), limit: limits.dates - onsets.count)
      guard let made else { throw tooMany(component) }
      onsets += made.map { Onset(second: $0, index: index) }
    }
    return onsets
  }

  /// The start of 2101: clocks' laws are not made for longer.
  private static let horizon = 4_133_980_800

  private func tooMany(_ component: Int) -> TimeZoneFault {
    TimeZoneFault(
      line: document.components[component].lines.lowerBound,
      "clocks change more than \(limits.dates) times")
  }

  /// What clocks showed before the first onset: what it says that it changes, by the name of the
  /// observance that shows the same.
  private static func before(
    _ first: ObservanceReader, _ all: [ObservanceReader]
  ) -> Zone.Observance {
    let alike = all.map(\.shown).filter { $0.offset == first.from }
    return alike.first { !$0.isDaylight } ?? alike.first ?? Zone.Observance(offset: first.from)
  }
}
