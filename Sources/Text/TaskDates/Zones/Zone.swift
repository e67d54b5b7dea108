/// A time zone: the UTC offsets of a region, and when they change.
///
/// Only zones convert between civil values and instants. A zone is a value; its data come from the system's files
/// (`ZoneDatabase`), from a VTIMEZONE, or from a test.
public struct Zone: Sendable {
  /// The offset, abbreviation and daylight saving flag between two transitions.
  public struct Observance: Hashable, Sendable {
    /// The UTC offset in seconds, positive to the east.
    public let offset: Int
    /// True if the data call it daylight saving time.
    public let isDaylight: Bool
    /// The abbreviation, as in `CET`.
    public let abbreviation: String

    /// Creates an observance; `offset` is the UTC offset in seconds.
    public init(offset: Int, isDaylight: Bool = false, abbreviation: String = "") {
      self.offset = offset
      self.isDaylight = isDaylight
      self.abbreviation = abbreviation
    }
  }

  /// A transition from one observance to another.
  public struct Transition: Hashable, Sendable {
    /// The instant of the transition.
    public let instant: Instant
    /// The observance before it.
    public let before: Observance
    /// The observance after it.
    public let after: Observance
  }

  /// The IANA name, or the name that the zone was created with.
  public let name: String
  /// The rule after the last explicit transition; nil if there is none.
  public let rule: ZoneRule?
  let table: TransitionTable

  /// Creates a zone from its transitions.
  ///
  /// - Parameters:
  ///   - name: The zone's name.
  ///   - first: The observance before the first transition.
  ///   - changes: The instants of the transitions and the observances after them, in order of time.
  ///   - rule: The rule after the last of them.
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

  /// The same zone with another name.
  public func called(_ name: String) -> Zone { Zone(name: name, like: self) }

  /// UTC.
  public static let utc = Zone(name: "UTC", first: Observance(offset: 0, abbreviation: "UTC"))

  /// True if the zone has always been the same as UTC.
  public var isUTC: Bool { table.starts.count == 1 && table.observances[0].offset == 0 }
}

extension Zone: Hashable {
  /// True for zones with the same name and the same transitions.
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
  /// The observance at an instant.
  public func observance(at instant: Instant) -> Observance {
    table.observances[table.index(of: table.reduced(instant.seconds))]
  }

  /// The UTC offset at an instant, in seconds.
  public func offset(at instant: Instant) -> Int { observance(at: instant).offset }

  /// The local time at an instant; nil outside of the years 1 to 9999.
  public func civil(at instant: Instant) -> DateTimeParameters? {
    DateTimeParameters(secondNumber: instant.seconds + offset(at: instant))
  }

  /// The instants of a local time: one, none in a gap, two in a fold.
  public func instants(of civil: DateTimeParameters) -> CivilInstants {
    table.instants(ofSecond: civil.secondNumber)
  }

  /// The instant of a local time, by the rule of RFC 5545 (section 3.3.5).
  ///
  /// A time in a gap is read with the offset before it, so that it moves forward by the gap; of two in a fold the first
  /// is used.
  public func instant(of civil: DateTimeParameters) -> Instant {
    instants(of: civil).compatible
  }

  /// The transitions after one instant, up to and including another.
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

  /// The last transition at or before an instant; nil before the first.
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

  /// Shows only the name, because the table has a thousand rows.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

/// The instants of a local time.
public enum CivilInstants: Hashable, Sendable {
  /// The usual case.
  case one(Instant)
  /// Clocks skip the time: the instants with the offset before the change, which is later, and with the offset after
  /// it.
  case gap(before: Instant, after: Instant)
  /// Clocks show the time twice.
  case fold(first: Instant, second: Instant)

  /// The instant that RFC 5545 chooses.
  public var compatible: Instant {
    switch self {
    case .one(let instant), .gap(let instant, _), .fold(let instant, _): instant
    }
  }
}

extension Zone {
  /// The instant after which the rule generates every transition; nil if it generates none.
  ///
  /// Zone files list transitions for many years; only the first of them differ from the rule.
  public var ruleStart: Instant? { table.ruleStart.map { Instant(seconds: $0) } }
}
