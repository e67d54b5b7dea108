import ArgumentParser
import ExactText

/// A word as typed so far, perhaps with quotes and backslashes.
struct TypedWord {
  /// The maximum number of completions, more than any shell shows.
  private static let limit = 1000

  /// The text without quotes and backslashes.
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

  /// The words that complete it, without repetition.
  func fitting(_ words: [String]) -> [String] {
    var (seen, fitting) = (Set<String>(), [String]())
    for word in words where fitting.count < Self.limit && begins(word) {
      if seen.insert(word).inserted { fitting.append(word) }
    }
    return fitting
  }

  /// True for a word that begins with it; case is ignored, since the shell filters the words again.
  private func begins(_ word: String) -> Bool {
    guard !word.isEmpty, word.utf8.count <= 300,
      !word.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
    else { return false }
    return word.lowercased().hasPrefix(text.lowercased())
  }
}

/// Quotes words for the completion scripts of shells.
enum ShellWord {
  /// The word in the form that the calling shell reads from a list.
  ///
  /// bash expands words, and would run `$(…)` in the title of a task; zsh treats the text after a colon as a
  /// description.
  static func written(_ word: String) -> String {
    switch CompletionShell.requesting {
    case .bash?: "'" + word.replacing("'", with: "'\\''") + "'"
    case .zsh?: word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    default: word
    }
  }
}
