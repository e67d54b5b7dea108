/// A time zone: what clocks of a region show at each instant, and when they change.
///
/// A zone is the one door between civil values and instants. It is a value; its data come from the
/// system's own files (`ZoneDatabase`), from a VTIMEZONE, or from a test.
public struct Zone: Sendable {
  /// What clocks show from one change to the next.
  public struct Observance: Hashable, Sendable {
    /// Seconds that clocks are ahead of UTC.
    public let offset: Int
    /// True for what the data call daylight saving time.
    public let isDaylight: Bool
    /// The abbreviation, as in `CET`.
    public let abbreviation: String

    /// Creates an observance; `offset` is seconds ahead of UTC.
    public init(offset: Int, isDaylight: Bool = false, abbreviation: String = "") {
      self.offset = offset
      self.isDaylight = isDaylight
      self.abbreviation = abbreviation
    }
  }

  /// A change of the clocks.
  public struct Transition: Hashable, Sendable {
    /// When.
    public let instant: Instant
    /// What clocks show before it.
    public let before: Observance
    /// What clocks show from it on.
    public let after: Observance
  }

  /// The IANA name, or whatever name the zone was given.
  public let name: String
  /// The rule for what comes after the last change that is written down, nil where none changes.
  public let rule: ZoneRule?
  let table: TransitionTable

  /// Creates a zone from its changes.
  ///
  /// - Parameters:
  ///   - name: The zone's name.
  ///   - first: What clocks show before the first change.
  ///   - changes: When clocks change and what they show from then on, in order of time.
  ///   - rule: How they change after the last of these.
  public init(
    name: String, first: Observance, changes: [(at: Instant, to: Observance)] = [],
    rule: ZoneRule? = nil
  ) {
    self.name = name
    self.rule = rule
    table = TransitionTable(first: first, changes: changes, rule: rule)
  }

  private init(name: String, like other: Zone) {
    self.name = name
    rule = other.rule
    table = other.table
  }

  /// The same zone under another name.
  public func called(_ name: String) -> Zone { Zone(name: name, like: self) }

  /// UTC.
  public static let utc = Zone(name: "UTC", first: Observance(offset: 0, abbreviation: "UTC"))

  /// True if clocks of the zone have always shown UTC.
  public var isUTC: Bool { table.starts.count == 1 && table.observances[0].offset == 0 }
}

extension Zone: Hashable {
  /// True for zones with one name and the same changes.
  ///
  /// A system zone and the same zone in a calendar may be defined in different ways, and then differ.
  public static func == (left: Zone, right: Zone) -> Bool {
    left.name == right.name && left.rule == right.rule
      && left.table.starts == right.table.starts
      && left.table.observances == right.table.observances
  }

  /// Hashes only the name, because few zones share one.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Zone {
  /// What clocks show at an instant.
  public func observance(at instant: Instant) -> Observance {
    table.observances[table.index(of: table.reduced(instant.seconds))]
  }

  /// Seconds that clocks are ahead of UTC at an instant.
  public func offset(at instant: Instant) -> Int { observance(at: instant).offset }

  /// What a clock shows at an instant, nil outside of the years 1 to 9999.
  public func civil(at instant: Instant) -> DateTimeParameters? {
    DateTimeParameters(secondNumber: instant.seconds + offset(at: instant))
  }

  /// The instants at which a clock shows something: one, none in a gap, two in a fold.
  public func instants(of civil: DateTimeParameters) -> CivilInstants {
    table.instants(ofSecond: civil.secondNumber)
  }

  /// The instant at which a clock shows something, by RFC 5545's rule (section 3.3.5): a time in a
  /// gap is read with the offset before it, so that it moves forward by the gap; of two in a fold
  /// the first is meant.
  public func instant(of civil: DateTimeParameters) -> Instant {
    instants(of: civil).compatible
  }

  /// The changes after one instant, up to another.
  public func transitions(after start: Instant, through end: Instant) -> [Transition] {
    var transitions: [Transition] = []
    var from = start.seconds == .max ? .max : start.seconds + 1
    while from <= end.seconds {
      let local = table.reduced(from)
      let shift = from - local
      var index = local == .min ? 1 : table.index(of: local - 1) + 1
      while index < table.starts.count, table.starts[index] < table.cycleEnd,
        table.starts[index] + shift <= end.seconds
      {
        transitions.append(transition(at: index, shift: shift))
        index += 1
      }
      guard table.cycleEnd < .max else { break }
      from = table.cycleEnd + shift
    }
    return transitions
  }

  /// The last change at or before an instant, nil before the first.
  public func transition(before instant: Instant) -> Transition? {
    let local = table.reduced(instant.seconds)
    let index = table.index(of: local)
    return index == 0 ? nil : transition(at: index, shift: instant.seconds - local)
  }

  private func transition(at index: Int, shift: Int) -> Transition {
    Transition(
      instant: Instant(seconds: table.starts[index] + shift),
      before: table.observances[index - 1], after: table.observances[index])
  }
}

extension Zone: CustomStringConvertible, CustomReflectable {
  /// The name.
  public var description: String { name }

  /// A zone shows its name alone: its table has a thousand rows.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The instants at which a clock shows a civil time.
public enum CivilInstants: Hashable, Sendable {
  /// The usual case.
  case one(Instant)
  /// Clocks skip the time: what it is with the offset before the change, which is later on the clock,
  /// and with the offset after it.
  case gap(before: Instant, after: Instant)
  /// Clocks show the time twice.
  case fold(first: Instant, second: Instant)

  /// The one that RFC 5545 means.
  public var compatible: Instant {
    switch self {
    case .one(let instant), .gap(let instant, _), .fold(let instant, _): instant
    }
  }
}

extension Zone {
  /// From when on every change is one that the rule makes, nil where the rule makes none.
  ///
  /// Zone files write down changes for many years; only the first of them are not the rule's.
  public var ruleStart: Instant? {
    guard let rule, rule.changes else { return nil }
    var first = table.explicitCount + 1
    while first > 1, let change = rule.transition(before: table.starts[first]),
      change.0 == table.starts[first - 1], change.1 == table.observances[first - 1]
    {
      first -= 1
    }
    // What clocks showed before the first of them may be something that the rule does not know.
    let isKnown = table.observances[first - 1].offset == rule.opposite(of: table.observances[first])
    return Instant(seconds: table.starts[isKnown ? first : first + 1])
  }
}
