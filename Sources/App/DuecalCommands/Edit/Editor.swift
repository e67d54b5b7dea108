import Diagnostics
import ExactText
import Glibc
import Processes

/// A person's editor.
struct Editor {
  /// The program and the arguments of its own.
  private let words: [String]

  /// Takes the editor that the variables name.
  ///
  /// - Throws: `ExitStatus.configuration`, which is said, where one cannot be read.
  init(_ environment: [String: String]) throws(ExitStatus) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { text in text.contains { $0 != " " } }
    guard let words = Self.words(named ?? "vi"), !words.isEmpty else {
      Output.error.print(
        "duecal: \((named ?? "").quoted) is no editor; expected a program and its arguments, in quotation "
          + "marks where they hold blanks")
      throw .configuration
    }
    self.words = words
  }

  /// The program as it was named.
  var name: String { words[0] }

  /// Becomes the editor, at a line of a file; comes back where it cannot be run.
  func open(_ path: String, line: Int) {
    Output.error.flush()
    ChildProcess.withCStrings(words + place(path, line)) { words in
      if let program = words[0] { _ = execvp(program, words) }
    }
  }

  /// What names the place, as each editor wants it.
  func place(_ path: String, _ line: Int) -> [String] {
    let path = path.hasPrefix("-") || path.hasPrefix("+") ? "./\(path)" : path
    switch name.split(separator: "/").last.map(String.init) ?? name {
    case "vi", "vim", "nvim", "view", "gvim", "ex", "nano", "pico", "emacs", "emacsclient", "micro",
      "kak", "joe", "jed", "mg", "ne", "mcedit", "ed", "gedit", "neovim", "vim.basic", "vim.tiny",
      "editor", "sensible-editor":
      return ["+\(line)", path]
    case "hx", "helix", "subl", "zed", "lapce": return ["\(path):\(line)"]
    case "code", "codium", "code-insiders", "cursor", "windsurf": return ["-g", "\(path):\(line)"]
    case "kate", "kwrite": return ["--line", "\(line)", path]
    default: return [path]
    }
  }

  /// The words of a command without a shell: parted by blanks, but for those in quotation marks or
  /// behind a backslash; nil where a quotation does not end.
  static func words(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let ended = word { words.append(ended) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
