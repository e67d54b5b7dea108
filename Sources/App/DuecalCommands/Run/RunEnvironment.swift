import Diagnostics
import DuecalConfiguration
import Glibc
import TaskDates

/// The world that a command runs in; nothing else in duecal looks at it.
struct RunEnvironment {
  /// The variables of the process.
  let environment: [String: String]
  /// The clock, or what `DUECAL_NOW` says in its place.
  let now: Instant
  /// The stamp that `SOURCE_DATE_EPOCH` sets for all files, nil where it sets none.
  let sourceDate: Instant?
  /// What the person set for all commands.
  let configuration: Configuration

  /// Where files may be made that nobody is to keep.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// The world as it is.
  ///
  /// - Throws: `ExitStatus.configuration` where `SOURCE_DATE_EPOCH` or `DUECAL_NOW` is no time, or the
  ///   configuration has a fault.
  static func current() throws(ExitStatus) -> RunEnvironment {
    let environment = environment()
    return RunEnvironment(
      environment: environment, now: try saidNow(environment["DUECAL_NOW"] ?? "") ?? clock(),
      sourceDate: try sourceDate(environment["SOURCE_DATE_EPOCH"] ?? ""),
      configuration: try Configuration.current(environment))
  }

  /// The variables of the process.
  static func environment() -> [String: String] {
    var environment: [String: String] = [:]
    var pointer = environ
    while let entry = pointer.pointee {
      let pair = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      environment[String(pair[0])] = pair.count == 2 ? String(pair[1]) : ""
      pointer += 1
    }
    return environment
  }

  private static func clock() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: time.tv_sec)
  }

  /// The moment that a person, a test or a job of last night wants it to be; in UTC, for which zone a
  /// run is in is not known here.
  private static func saidNow(_ text: String) throws(ExitStatus) -> Instant? {
    guard !text.isEmpty else { return nil }
    guard text.last == "Z",
      case .dateTime(let moment)? = (try? DatePayload(parsing: String(text.dropLast())))?.value
    else {
      Output.error.print(
        "duecal: DUECAL_NOW: \(text.quoted) is no time; expected one such as 2026-12-03T15:00:00Z")
      throw .configuration
    }
    return Zone.utc.instant(of: moment)
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
