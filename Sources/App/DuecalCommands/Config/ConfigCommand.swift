import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import UserFiles

/// `duecal config`.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the configuration, show what it says, or print a sample.",
    discussion: """
      The configuration is ~/.config/duecal/config.toml, or the file that DUECAL_CONFIG or \
      duecal --config names. None is needed. A configuration with a fault stops every command that \
      reads it, with 78.

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
    abstract: "Say what is wrong in a configuration.",
    discussion: """
      Each fault is a line, file:line:column: error: sentence, with what was expected. The exit status \
      is 78 if there is one.

      Examples:
        duecal config check
        duecal config check config.toml
      """)

  @Argument(
    help: "The file; by default the configuration that commands read.",
    completion: .file(extensions: ["toml"]))
  var file: String?

  func run() throws {
    let environment = RunEnvironment.environment()
    let named = file.map { ConfigurationFile(path: $0, isNamed: true) }
    guard let found = named ?? ConfigurationFile(environment),
      let content = try read(found, environment)
    else { return Output.standard.print("there is no configuration, and none is needed") }
    for fault in content.faults { Output.standard.print("\(found.path):\(fault)".visible) }
    guard content.faults.isEmpty else { throw ExitStatus.configuration }
    Output.standard.print("\(found.path.visible): no faults")
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
    abstract: "Show what holds, and where each value comes from.",
    discussion: """
      What is printed is a configuration itself. Behind each value stands where it comes from: a line \
      of the file, a variable, the system, or nobody, for a default.

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
