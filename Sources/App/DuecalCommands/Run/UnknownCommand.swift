import ArgumentParser
import DuecalConfiguration
import ExactText

/// A word where a command's name was expected.
struct UnknownCommand {
  /// The word.
  let word: String
  /// The command that was perhaps meant.
  let nearest: String?

  /// Looks for it among the arguments of the process; nil where all names are known.
  ///
  /// - Parameter root: The command that the arguments are of.
  init?(in arguments: [String], of root: any ParsableCommand.Type) {
    var command = root
    for word in Self.words(arguments) {
      let names = command.configuration.subcommands
      guard !names.isEmpty else { return nil }
      guard let next = names.first(where: { $0._commandName == word }) else {
        if word == "help" { return nil }
        self.word = word
        let shown = names.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        nearest = NearestName.of(word, in: shown + ["help"])
        return
      }
      command = next
    }
    return nil
  }

  /// The arguments before the first option; of the options of all commands `--config` alone has a value.
  private static func words(_ arguments: [String]) -> [String] {
    let rest = arguments.first == "--config" ? arguments.dropFirst(2) : arguments[...]
    return rest.prefix { !$0.hasPrefix("-") }.map { String($0) }
  }

  /// The sentence for it.
  var sentence: String {
    "Unknown command '\(word)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
  }
}
