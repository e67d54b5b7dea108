import TaskBridge
public import TaskDates

/// The time at which an editor asks, on the clock of the person.
public struct EditorClock: Sendable {
  /// The instant.
  public let instant: Instant
  /// The zone of the person.
  public let zone: Zone
  /// The local time in that zone.
  public let now: DateTimeParameters
  /// What the person has set about dates that they type; they are written in figures.
  public let conventions: DateConventions

  /// Creates a clock; nil outside of the years 1 to 9999.
  public init?(at instant: Instant, in zone: Zone, conventions: DateConventions = .none) {
    guard let now = zone.civil(at: instant) else { return nil }
    self.conventions = conventions
    self.instant = instant
    self.zone = zone
    self.now = now
  }

  /// The local time in whole minutes, for dates that are written.
  var minute: DateTimeParameters { now.minute }

  /// Today.
  public var today: DateParameters { now.date }

  /// The instant of the next midnight, at which every answer about days becomes wrong.
  public var midnight: Instant {
    guard let tomorrow = today.advanced(byDays: 1) else { return instant.advanced(by: 86_400) }
    return zone.instant(of: DateTimeParameters(date: tomorrow, time: .midnight))
  }

  /// The instant at which the clock shows the next minute.
  var nextMinute: Instant { instant.advanced(by: 60 - now.time.second) }
}

/// An answer, and when it becomes wrong because time passes.
public struct TimedAnswer<Value> {
  /// The answer.
  public let value: Value
  /// The instant at which it changes; nil if it depends only on the text.
  public let changes: Instant?

  init(_ value: Value, changes: Instant?) {
    self.value = value
    self.changes = changes
  }
}

extension TimedAnswer: Sendable where Value: Sendable {}
