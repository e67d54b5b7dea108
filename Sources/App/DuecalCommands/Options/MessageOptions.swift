import ArgumentParser
import DuecalConfiguration
import ExactText

/// What a command's options say of its messages.
protocol MessageSettings {
  var loudness: Verbosity { get }
  /// What `--color` says of messages; nil where it says nothing.
  var messageColor: MessageColor? { get }
}

/// How much a run says.
struct Verbosity: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say what was done.")
  var verbose = false
}

/// What a run says, and in which colours.
struct VerbosityOptions: ParsableArguments, MessageSettings {
  @OptionGroup var loudness: Verbosity

  @Option(
    help: ArgumentHelp(
      "When messages are coloured, by default auto.", valueName: "auto|always|never"))
  var color: MessageColor?

  var messageColor: MessageColor? { color }
}

/// The same for `export`, where `--color` is also the calendar's.
struct MessageOptions: ParsableArguments, MessageSettings {
  @OptionGroup var loudness: Verbosity

  @Option(
    help: ArgumentHelp(
      "When messages are coloured, by default auto; or the calendar's colour: a name of CSS, or #RRGGBB.",
      valueName: "auto|always|never|name|#RRGGBB"),
    completion: .list(ColorChoice.words), transform: ColorChoice.parse)
  var color: ColorChoice?

  var messageColor: MessageColor? { color?.messages }
}
