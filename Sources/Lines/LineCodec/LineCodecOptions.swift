package import TaskBridge
package import TaskDates

/// How the lines of a store of task files and its items correspond.
package struct LineCodecOptions: Sendable {
  /// The zone of times whose line names none.
  package let zone: Zone
  /// The zones of the system.
  package let zones: ZoneDatabase
  /// The meaning of tags.
  package let vocabulary: Vocabulary
  /// The time of day for alarms of dates without a time.
  package let dayStart: TimeParameters

  /// Creates options.
  package init(
    zone: Zone, zones: ZoneDatabase, vocabulary: Vocabulary, dayStart: TimeParameters
  ) {
    self.zone = zone
    self.zones = zones
    self.vocabulary = vocabulary
    self.dayStart = dayStart
  }
}
