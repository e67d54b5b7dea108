import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText

/// Options that had another name in version 0.1: the old name still works in 0.2, and a hint on
/// standard error gives the new one.
enum RenamedOptions {
  /// An option with its new name.
  fileprivate struct Renaming {
    let commands: ExactSet
    let old: String
    let new: String
    /// Whether a value belongs to the new name; others stay with the option that has the old one now.
    var takes: @Sendable (String) -> Bool = { _ in true }
  }

  fileprivate static let all = [
    Renaming(commands: ["export"], old: "--color", new: "--calendar-color") {
      MessageColor(rawValue: $0) == nil && CalendarColor($0) != nil
    },
    Renaming(commands: ["add", "move"], old: "--at", new: "--position"),
    Renaming(commands: ["add", "import"], old: "--under", new: "--project"),
  ]

  /// The arguments under their new names.
  ///
  /// - Parameter say: Takes a sentence about each that was renamed; none with `--quiet`.
  static func settled(_ arguments: [String], say: (String) -> Void) -> [String] {
    let own = arguments.prefix { $0 != "--" && $0 != "--exec" }
    guard let command = command(of: own) else { return arguments }
    let isQuiet = own.contains(where: Self.isQuiet)
    var settled = arguments
    for renaming in all where renaming.commands.contains(command) {
      for index in own.indices {
        guard let found = renaming.option(settled, at: index) else { continue }
        settled.replaceSubrange(index..<index + found.words.count, with: found.words)
        if !isQuiet { say(found.sentence) }
      }
    }
    return settled
  }

  /// True for `--quiet`, for `-q`, and for short options with it, such as `-nq`.
  private static func isQuiet(_ word: String) -> Bool {
    let isShort = word.hasPrefix("-") && word.dropFirst().allSatisfy(\.isLetter)
    return word == "--quiet" || (isShort && word.contains("q"))
  }

  /// The first word that is not an option; of the options before it only `--config` has a value.
  private static func command(of arguments: ArraySlice<String>) -> String? {
    let rest = arguments.first == "--config" ? arguments.dropFirst(2) : arguments
    return rest.first { !$0.hasPrefix("-") }
  }
}

extension RenamedOptions.Renaming {
  /// The words of the option under its new name, and the hint about it; nil for another word.
  fileprivate func option(
    _ arguments: [String], at index: Int
  ) -> (words: [String], sentence: String)? {
    let word = arguments[index]
    if word.hasPrefix("\(old)=") {
      let value = String(word.dropFirst(old.count + 1))
      return takes(value) ? (["\(new)=\(value)"], sentence(value)) : nil
    }
    guard word == old, index + 1 < arguments.count else { return nil }
    let value = arguments[index + 1]
    return !value.hasPrefix("-") && takes(value) ? ([new, value], sentence(value)) : nil
  }

  private func sentence(_ value: String) -> String {
    let isPlain = value.allSatisfy { $0.isLetter || $0.isNumber || "-_.#/".contains($0) }
    let shown = isPlain && !value.isEmpty ? value : value.quoted
    return "\(old) \(shown) is now \(new) \(shown)"
  }
}
