import ExactText
public import TaskDates

/// The reason why a VTIMEZONE is refused, or a deviation in it.
public struct TimeZoneFault: Error, Hashable, Sendable {
  /// The content line, as an index into the document's.
  public let line: Int
  /// The problem, in one line without a full stop.
  public let sentence: String

  init(line: Int, _ sentence: String) {
    self.line = line
    self.sentence = sentence
  }
}

/// The limits for the zones of a file.
public struct TimeZoneLimits: Hashable, Sendable {
  /// The number of STANDARD and DAYLIGHT in a VTIMEZONE.
  public var observances = 400
  /// The number of RDATEs in each of them, and of transitions in all.
  public var dates = 5000
  /// The number of RRULEs in each of them.
  public var rules = 100
  /// The number of bytes of a VTIMEZONE.
  public var bytes = 1 << 20
  /// The number of VTIMEZONEs of a file that are read.
  public var definitions = 1000
  /// The number of transitions that all VTIMEZONEs of a file may list; after that no more are read.
  public var changes = 100_000
  /// The number of RRULEs that all VTIMEZONEs of a file may have; after that no more are read.
  public var allRules = 5000
  /// The number of different TZIDs of a file that are looked up; further ones are unknown.
  public var names = 5000

  /// Creates the default limits.
  public init() {}
}

/// The result of reading a VTIMEZONE.
public struct TimeZoneReading: Sendable {
  /// The zone.
  public let zone: Zone
  /// The first onset; before it only the offset that it changes is known.
  public let begins: Instant
  /// The number of transitions that it lists.
  public let changes: Int
  /// Deviations that were understood.
  public let warnings: [TimeZoneFault]
}

/// Reads a VTIMEZONE (RFC 5545, section 3.6.5) as a zone.
///
/// Its onsets are dates and yearly rules, and nothing else is expanded. Two yearly rules without an end become the
/// zone's own rule, so that any year is correct; others are listed up to 2100. At any time the last onset before it is
/// in force; before the first one, the offset that it changes.
public struct TimeZoneReader: Sendable {
  private let document: ICSDocument
  private let limits: TimeZoneLimits

  /// Creates a reader for a file.
  public init(_ document: ICSDocument, limits: TimeZoneLimits = TimeZoneLimits()) {
    self.document = document
    self.limits = limits
  }

  /// Reads a VTIMEZONE, given as an index of the document's components.
  ///
  /// - Throws: `TimeZoneFault` if the onsets are ambiguous, or a limit is reached.
  public func read(
    _ component: Int, named name: String
  ) throws(TimeZoneFault) -> TimeZoneReading {
    let observances = try observances(of: component)
    let rule = Self.rule(observances.filter(\.isOpen))
    let onsets = try Onsets(of: observances, hasRule: rule != nil, limit: limits.dates).all
    guard let first = onsets.first else {
      throw fault(component, "there is no STANDARD and no DAYLIGHT")
    }
    let changes = onsets.map { onset in
      (at: Instant(seconds: onset.second), to: observances[onset.index].shown)
    }
    let before = Self.before(observances[first.index], observances)
    return TimeZoneReading(
      zone: Zone(name: name, first: before, changes: changes, rule: rule),
      begins: Instant(seconds: first.second), changes: changes.count,
      warnings: observances.flatMap(\.warnings))
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
    let children = document.children(of: component).filter { document.components[$0].isObservance }
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

  /// The observance before the first onset: the offset that it changes, with the name of an observance with the same
  /// offset.
  private static func before(
    _ first: ObservanceReader, _ all: [ObservanceReader]
  ) -> Zone.Observance {
    let alike = all.map(\.shown).filter { $0.offset == first.from }
    return alike.first { !$0.isDaylight } ?? alike.first ?? Zone.Observance(offset: first.from)
  }
}
