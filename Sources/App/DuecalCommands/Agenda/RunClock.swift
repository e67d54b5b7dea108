import TaskDates

/// The clock that a run shows times on, and what it shows now.
struct RunClock {
  /// The run's zone.
  let zone: Zone
  /// The moment at which the run began.
  let instant: Instant
  /// What clocks in that zone show then.
  let now: DateTimeParameters

  /// Reads the clock.
  ///
  /// - Throws: `ExitStatus.configuration`, which is said, where there is no zone, or the clock is
  ///   outside of the years 1 to 9999.
  init(_ zones: ZoneOptions, _ runEnvironment: RunEnvironment) throws(ExitStatus) {
    zone = try zones.resolved(runEnvironment)
    instant = runEnvironment.now
    guard let now = zone.civil(at: instant) else {
      Output.error.print("duecal: the clock is outside of the years 1 to 9999")
      throw .configuration
    }
    self.now = now
  }

  /// Today in the run's zone.
  var today: DateParameters { now.date }
}
