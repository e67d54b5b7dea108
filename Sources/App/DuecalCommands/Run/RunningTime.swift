import Glibc
import TaskDates

/// A clock that goes on from the time at which the run began, which `DUECAL_NOW` may set.
struct RunningTime: Sendable {
  private let start: Instant
  private let isReal: Bool
  private let startedAt: Int

  init(_ runEnvironment: RunEnvironment) {
    start = runEnvironment.now
    isReal = (runEnvironment.environment["DUECAL_NOW"] ?? "").isEmpty
    startedAt = Self.seconds(CLOCK_BOOTTIME)
  }

  /// The present time.
  var now: Instant {
    isReal
      ? Instant(seconds: Self.seconds(CLOCK_REALTIME))
      : start.advanced(by: Self.seconds(CLOCK_BOOTTIME) - startedAt)
  }

  private static func seconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec
  }
}
