import Diagnostics
import Glibc
import TaskDates

/// The world that a command runs in; nothing else in duecal looks at it.
struct Surroundings {
  /// The variables of the process.
  let environment: [String: String]
  /// The clock.
  let now: Instant
  /// The stamp that `SOURCE_DATE_EPOCH` sets for all files, nil where it sets none.
  let sourceDate: Instant?

  /// Where files may be made that nobody is to keep.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// The world as it is.
  ///
  /// - Throws: `ExitStatus.configuration` where `SOURCE_DATE_EPOCH` is no time.
  static func current() throws(ExitStatus) -> Surroundings {
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
    return Surroundings(
      environment: environment, now: Instant(seconds: time.tv_sec),
      sourceDate: try sourceDate(environment["SOURCE_DATE_EPOCH"] ?? ""))
  }

  private static func sourceDate(_ text: String) throws(ExitStatus) -> Instant? {
    guard !text.isEmpty else { return nil }
    guard let seconds = Int(text), (0...Instant.lastStamp.seconds).contains(seconds) else {
      Output.error.print(
        "duecal: SOURCE_DATE_EPOCH: \(text.quoted) is no time; expected seconds since 1970")
      throw .configuration
    }
    return Instant(seconds: seconds)
  }
}

extension Instant {
  /// A file's time as a stamp that a calendar can hold.
  init(stamp seconds: Int) {
    self.init(seconds: max(0, min(seconds, Self.lastStamp.seconds)))
  }
}
