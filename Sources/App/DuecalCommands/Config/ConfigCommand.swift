import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import UserFiles

/// `duecal config`.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the configuration, show its values, or print a sample.",
    discussion: """
      The configuration is ~/.config/duecal/config.toml, or the file that DUECAL_CONFIG or \
      duecal --config names. It is optional. If it has an error, every command that reads it ends with \
      status 78.

      Examples:
        duecal config sample > config.toml
        duecal config check config.toml
        duecal config show
      """,
    subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self, ConfigSampleCommand.self])
}

/// `duecal config check`.
struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what is wrong in a configuration.",
    discussion: """
      Each error is a line, file:line:column: error: sentence, with what was expected. The exit status is 78 \
      if there is one.

      Examples:
        duecal config check
        duecal config check config.toml
      """)

  @Argument(
    help: "The file; by default the configuration that commands read.",
    completion: .file(extensions: ["toml"]))
  var path: String?

  @OptionGroup var named: FileOptions

  func validate() throws {
    if named.file.count + (path == nil ? 0 : 1) > 1 { throw ValidationError("expected one file") }
  }

  func run() throws {
    let environment = RunEnvironment.environment()
    let named = (path ?? named.file.first).map { ConfigurationFile(path: $0, isNamed: true) }
    guard let found = named ?? ConfigurationFile(environment),
      let content = try read(found, environment)
    else { return Output.standard.print("there is no configuration, and none is needed") }
    let path = HomePath.shown(found.path, on: .standard)
    let faults = content.faults.isEmpty ? feedFaults(content.configuration) : content.faults
    for fault in faults { Output.standard.print("\(path):\(fault)".visible) }
    guard faults.isEmpty else { throw ExitStatus.configuration }
    Output.standard.print("\(path.visible): no faults")
  }

  /// The faults of feeds whose options do not fit together.
  private func feedFaults(_ configuration: Configuration) -> [Diagnostic] {
    configuration.feeds.compactMap { feed in
      guard let fault = ConfiguredFeeds.fault(of: feed) else { return nil }
      let place = Place(line: configuration.lines["feed.\(feed.name)"] ?? 1, column: 1)
      return Diagnostic(.error, at: place, message: "feed.\(feed.name): \(fault)")
    }
  }

  private func read(
    _ found: ConfigurationFile, _ environment: [String: String]
  ) throws(ExitStatus) -> ConfigurationFile.Content? {
    do throws(FileError) {
      return try found.read(home: environment.home)
    } catch {
      Output.error.print("duecal: \(error)".visible)
      throw error.isMissing ? .noInput : .configuration
    }
  }
}

/// `duecal config show`.
struct ConfigShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the values in use, and where each comes from.",
    discussion: """
      The output is a valid configuration. After each value, a comment names its source: a line of the file, \
      a variable, the system, or the default.

      Examples:
        duecal config show
      """)

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    for line in EffectiveConfiguration(runEnvironment).text { Output.standard.print(line.visible) }
  }
}

/// `duecal config sample`.
struct ConfigSampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Print a configuration with every key, each explained and commented out.",
    discussion: """
      Examples:
        duecal config sample > config.toml
      """)

  func run() throws { Output.standard.write(ConfigurationSample.text.utf8) }
}
