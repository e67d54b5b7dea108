import Glibc
import TaskDates

/// The world that a command runs in; nothing else in duecal looks at it.
struct Surroundings {
  /// The variables of the process.
  let environment: [String: String]
  /// The clock.
  let now: Instant

  /// The world as it is.
  static func current() -> Surroundings {
    var environment: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let pair = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(pair[0])] = pair.count == 2 ? String(pair[1]) : ""
      pointer += 1
    }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Surroundings(environment: environment, now: Instant(seconds: time.tv_sec))
  }

  /// The stamp that `SOURCE_DATE_EPOCH` sets, nil where it sets none.
  var sourceDate: Instant? {
    environment["SOURCE_DATE_EPOCH"].flatMap { Int($0) }.map { Instant(seconds: $0) }
  }
}
