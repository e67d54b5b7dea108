import Diagnostics
import DuecalConfiguration
import Glibc
import TaskDates
import TaskText

/// The environment of a command: variables, clock and configuration; no other code of duecal reads them.
struct RunEnvironment {
  /// The variables of the process.
  let environment: [String: String]
  /// The time of the clock, or that of `DUECAL_NOW`.
  let now: Instant
  /// The timestamp that `SOURCE_DATE_EPOCH` sets for all files; nil if it sets none.
  let sourceDate: Instant?
  /// The configuration of the person.
  let configuration: Configuration
  /// The settings of the folders of Markdown notes that were read.
  private let vaults = VaultCache()

  /// How Markdown is read and written in a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - root: A folder whose notes decide about the form of fields, if the file is in it; nil for none.
  func settings(ofFile path: String, within root: String? = nil) -> MarkdownSettings {
    vaults.settings(ofFile: path, within: root, configuration)
  }

  /// The same environment at a later time, for a command that runs on and on.
  func at(_ now: Instant) -> RunEnvironment {
    RunEnvironment(
      environment: environment, now: now, sourceDate: sourceDate, configuration: configuration)
  }

  /// The folder for temporary files.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Reads the environment of the process.
  ///
  /// - Throws: `ExitStatus.configuration` if `SOURCE_DATE_EPOCH` or `DUECAL_NOW` is not a time, or the configuration
  ///   has an error.
  static func current() throws(ExitStatus) -> RunEnvironment {
    let environment = environment()
    return RunEnvironment(
      environment: environment, now: try configuredNow(environment["DUECAL_NOW"] ?? "") ?? clock(),
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

  /// The time of the clock, whatever the variables say.
  static func clock() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(seconds: time.tv_sec)
  }

  /// The time of `DUECAL_NOW`, for tests or for running a missed job again; in UTC, since the zone of the run is not
  /// known here.
  private static func configuredNow(_ text: String) throws(ExitStatus) -> Instant? {
    guard !text.isEmpty else { return nil }
    guard text.last == "Z",
      case .dateTime(let moment)? = (try? DatePayload(parsing: String(text.dropLast())))?.value
    else {
      Output.error.print(
        "duecal: DUECAL_NOW: \(text.quoted) is not a time; expected one such as "
          + "2026-12-03T15:00:00Z")
      throw .configuration
    }
    return Zone.utc.instant(of: moment)
  }

  private static func sourceDate(_ text: String) throws(ExitStatus) -> Instant? {
    guard !text.isEmpty else { return nil }
    guard let seconds = Int(text), (0...Instant.lastStamp.seconds).contains(seconds) else {
      Output.error.print(
        "duecal: SOURCE_DATE_EPOCH: \(text.quoted) is not a time; expected seconds since 1970")
      throw .configuration
    }
    return Instant(seconds: seconds)
  }
}

extension Instant {
  /// The time of a file as a timestamp that a calendar can contain.
  init(stamp seconds: Int) {
    self.init(seconds: max(0, min(seconds, Self.lastStamp.seconds)))
  }
}
