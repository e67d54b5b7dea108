import DuecalConfiguration
import TaskDates

/// The zone and the time of a run.
struct RunClock {
  /// The run's zone.
  let zone: Zone
  /// The time at which the run began.
  let instant: Instant
  /// The local time in that zone.
  let now: DateTimeParameters
  /// What the configuration sets about dates that are typed at commands.
  let conventions: DateConventions

  /// Reads the clock.
  ///
  /// - Throws: `ExitStatus.configuration`, after a report, if there is no zone, or the clock is outside of the years
  ///   1 to 9999.
  init(_ zones: some ZoneSettings, _ runEnvironment: RunEnvironment) throws(ExitStatus) {
    zone = try zones.resolvedZone(runEnvironment)
    instant = runEnvironment.now
    conventions = runEnvironment.configuration.conventions
    guard let now = zone.civil(at: instant) else {
      Output.error.print("duecal: the clock is outside the years 1 to 9999")
      throw .configuration
    }
    self.now = now
  }

  /// Today in the run's zone.
  var today: DateParameters { now.date }
}
