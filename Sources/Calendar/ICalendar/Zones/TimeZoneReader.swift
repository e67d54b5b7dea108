import ExactText
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

/// What is accepted of the zones of a file.
public struct TimeZoneLimits: Hashable, Sendable {
  /// How many STANDARD and DAYLIGHT it may have.
  public var observances = 100
  /// How many RDATEs each of them may have, and how many changes all may make.
  public var dates = 5000
  /// How many RRULEs each of them may have.
  public var rules = 100
  /// How many bytes a VTIMEZONE may have.
  public var bytes = 1 << 20
  /// How many VTIMEZONEs of a file are read.
  public var definitions = 1000
  /// How many changes all VTIMEZONEs of a file may list; no more are read after that.
  public var changes = 100_000
  /// How many RRULEs all VTIMEZONEs of a file may have; no more are read after that.
  public var allRules = 5000
  /// How many different TZIDs of a file are looked up; others mean nothing.
  public var names = 5000

  /// The limits as they are without an option.
  public init() {}
}

/// A VTIMEZONE as it was read.
public struct TimeZoneReading: Sendable {
  /// The zone.
  public let zone: Zone
  /// When the first of its observances begins; before it the VTIMEZONE says nothing but what that one
  /// changed.
  public let begins: Instant
  /// How many changes it lists.
  public let changes: Int
  /// What was odd in it and was understood all the same.
  public let warnings: [TimeZoneFault]
}

/// Reads a VTIMEZONE (RFC 5545, section 3.6.5) as a zone.
///
/// Its onsets are dates and yearly rules, and nothing else is expanded. Two yearly rules without an end
/// become the zone's own rule, so that any year is right; others are listed up to 2100. At any time the
/// onset that is the last before it holds; before the first one clocks showed what it changed.
public struct TimeZoneReader: Sendable {
  private let document: ICSDocument
  private let limits: TimeZoneLimits

  /// Takes a file.
  public init(_ document: ICSDocument, limits: TimeZoneLimits = TimeZoneLimits()) {
    self.document = document
    self.limits = limits
  }

  /// What a VTIMEZONE, an index into the document's components, says.
  ///
  /// - Throws: `TimeZoneFault` where it cannot be said for sure when clocks change, or where a limit is
  ///   met.
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

  /// What clocks showed before the first onset: what it says that it changes, by the name of the
  /// observance that shows the same.
  private static func before(
    _ first: ObservanceReader, _ all: [ObservanceReader]
  ) -> Zone.Observance {
    let alike = all.map(\.shown).filter { $0.offset == first.from }
    return alike.first { !$0.isDaylight } ?? alike.first ?? Zone.Observance(offset: first.from)
  }
}
