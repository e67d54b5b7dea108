import ExactText
public import TaskDates

/// Identifies a reminder across runs: by its moment, its source, and a name of the item.
///
/// None of these alone shows whether a reminder was given: a title is retyped, a file is renamed, and several lines
/// have the same moment.
public struct ReminderKey: Hashable, Sendable {
  /// When the reminder is due.
  public let instant: Instant
  /// The local time in the person's zone at that moment.
  public let reading: DateTimeParameters
  /// The path or name of the source.
  public let source: String
  /// Distinguishes the item from others of its source: its UID, or a hash of its title.
  public let name: String

  /// Creates a key.
  public init(instant: Instant, reading: DateTimeParameters, source: String, name: String) {
    self.instant = instant
    self.reading = reading
    self.source = source
    self.name = name
  }
}

/// A reminder that a run found and that the ledger gives a verdict on.
public struct ReminderCandidate: Hashable, Sendable {
  /// The key of the reminder.
  public let key: ReminderKey
  /// True if its item is completed or cancelled, so that nobody is notified.
  public let isClosed: Bool

  /// Creates a candidate.
  public init(_ key: ReminderKey, isClosed: Bool = false) {
    self.key = key
    self.isClosed = isClosed
  }
}
