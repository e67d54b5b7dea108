import ArgumentParser
import DuecalConfiguration
import ExactText

/// The options of a command for its messages.
protocol MessageSettings {
  var level: Verbosity { get }
  /// When messages are coloured according to `--color`; nil if the option does not set it.
  var messageColor: MessageColor? { get }
}

/// How much a run prints.
struct Verbosity {
  /// Whether only errors are printed.
  var quiet = false
  /// Whether the run reports what it did.
  var verbose = false
}

/// The options for how much a run prints, and when it uses colours.
struct VerbosityOptions: ParsableArguments, MessageSettings {
  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Report what was done.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "When output is coloured, by default auto.", valueName: "when"))
  var color: MessageColor?

  var level: Verbosity { Verbosity(quiet: quiet, verbose: verbose) }

  var messageColor: MessageColor? { color }

  /// Those of a part of a run whose messages nobody sees.
  static var silent: VerbosityOptions {
    var options = VerbosityOptions()
    (options.quiet, options.verbose, options.color) = (true, false, nil)
    return options
  }
}
