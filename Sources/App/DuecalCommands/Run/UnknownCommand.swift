import ArgumentParser
import DuecalConfiguration
import ExactText

/// A word that was given in place of a command's name.
struct UnknownCommand {
  /// The word.
  let word: String
  /// The command that was probably meant.
  let nearest: String?

  /// Finds it in the arguments of the process; nil if all names are known.
  ///
  /// - Parameter root: The command of the arguments.
  init?(in arguments: [String], of root: any ParsableCommand.Type) {
    var command = root
    for word in Self.words(arguments) {
      let names = command.configuration.subcommands
      guard !names.isEmpty else { return nil }
      guard
        let next = names.first(where: {
          $0._commandName == word || $0.configuration.aliases.contains(word)
        })
      else {
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

  /// The arguments before the first option; `--config` is the only option of the root command with a value.
  private static func words(_ arguments: [String]) -> [String] {
    let rest = arguments.first == "--config" ? arguments.dropFirst(2) : arguments[...]
    return rest.prefix { !$0.hasPrefix("-") }.map { String($0) }
  }

  /// The message about it.
  var sentence: String {
    "Unknown command '\(word)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
  }
}
