import ArgumentParser
import ExactText
import ICalendar
import TaskText

/// The options for the sources of a list, and for how they are read.
///
/// This is one group and not `FileOptions`, `ReadingOptions`, `LimitOptions`, `NetworkOptions` and `ZoneOptions`, because
/// each group delays the start of a command. The options are the same.
struct AgendaSourceOptions: ParsableArguments, ReadingSettings, ZoneSettings {
  @Option(name: .shortAndLong, help: .file, completion: .file())
  var file: [String] = []

  @Option(name: .customLong("extension"), help: .extensions)
  var extensions: [String] = []

  @Option(help: .dialect)
  var dialect: TaskDialect?

  @Option(help: .limit)
  var limit: [String] = []

  @Option(help: .timeout)
  var timeout: Int?

  @Option(help: .zone, completion: ZoneOptions.names)
  var zone: String?

  func validate() throws {
    _ = try limits()
    try NetworkTime.check(timeout)
    try checkZone()
  }

  /// The limits for calendars.
  func limits() throws -> InputLimits { try InputLimits(options: limit) }

  /// The time limits for servers.
  var time: NetworkTime { NetworkTime(timeout) }
}
