import ExactText
public import TaskDates

/// What a reminder is known by from one run to the next: the moment, the source, and a name of the item.
///
/// None of them alone tells whether a reminder was given: a title is retyped, a file renamed, and a moment
/// belongs to many lines.
public struct ReminderKey: Hashable, Sendable {
  /// When the reminder is due.
  public let instant: Instant
  /// What the clock of the person's zone shows then.
  public let reading: DateTimeParameters
  /// The file that it comes from.
  public let source: String
  /// What tells the item from others of its source: its UID, or a hash of its title.
  public let name: String

  /// Names a reminder.
  public init(instant: Instant, reading: DateTimeParameters, source: String, name: String) {
    self.instant = instant
    self.reading = reading
    self.source = source
    self.name = name
  }
}

/// A reminder that a run found, of which the ledger says what becomes of it.
public struct ReminderCandidate: Hashable, Sendable {
  /// What it is known by.
  public let key: ReminderKey
  /// True if its item is done or off, so that nobody is told.
  public let isClosed: Bool

  /// Creates a candidate.
  public init(_ key: ReminderKey, isClosed: Bool = false) {
    self.key = key
    self.isClosed = isClosed
  }
}
