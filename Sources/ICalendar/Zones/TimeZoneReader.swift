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
    let onsets = try Onsets(of: observances, hasRule: rule != nil, limit: limits.dates).all
    guard let first = onsets.first else {
      throw fault(component, "there is no STANDARD and no DAYLIGHT")
    }
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

  private func fault(_ component: Int, _ sentence: String) -> TimeZoneFault {
    TimeZoneFault(line: document.components[component].lines.lowerBound, sentence)
  }

  private func observances(of component: Int) throws(TimeZoneFault) -> [ObservanceReader] {
    let children = document.children(of: component).filter {
      ["STANDARD", "DAYLIGHT"].contains(document.components[$0].name.uppercased())
    }
    guard children.count <= limits.observances else {
      throw fault(
        component,
        "there are \(children.count) observances, and \(limits.observances) are read at most")
    }
    var observances: [ObservanceReader] = []
    for child in children {
      observances.append(try ObservanceReader(document, component: child, limits: limits))
    }
    return observances
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
