import ArgumentParser
import ExactText

/// A word as it is typed so far, perhaps with quotes and backslashes.
struct TypedWord {
  /// No shell shows more words than so many.
  private static let limit = 1000

  /// What it says.
  let text: String

  init(_ typed: String) {
    let quote = typed.first.flatMap { $0 == "'" || $0 == "\"" ? $0 : nil }
    var text = ""
    var isEscaped = false
    for character in quote == nil ? typed[...] : typed.dropFirst() {
      if character == "\\", !isEscaped, quote != "'" {
        isEscaped = true
      } else if character != quote || isEscaped {
        text.append(character)
        isEscaped = false
      }
    }
    self.text = text
  }

  /// The words that it can become, each once.
  func fitting(_ words: [String]) -> [String] {
    var (seen, fitting) = (Set<String>(), [String]())
    for word in words where fitting.count < Self.limit && begins(word) {
      if seen.insert(word).inserted { fitting.append(word) }
    }
    return fitting
  }

  /// True for a word that it can become, in either case: the shell has the last word on that.
  private func begins(_ word: String) -> Bool {
    guard !word.isEmpty, word.utf8.count <= 300,
      !word.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { return false }
    return word.lowercased().hasPrefix(text.lowercased())
  }
}

/// A word as a shell's script for completions takes it.
enum ShellWord {
  /// The word as the shell that asks reads it from a list.
  ///
  /// bash expands what stands in one, and would run `$(…)` in the title of a task; zsh takes what stands
  /// behind a colon for a description.
  static func written(_ word: String) -> String {
    switch CompletionShell.requesting {
    case .bash?: "'" + word.replacing("'", with: "'\\''") + "'"
    case .zsh?: word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    default: word
    }
  }
}
