import Diagnostics
import ExactText
import Glibc
import Processes

/// The text editor of a person.
struct Editor {
  /// The program and its own arguments.
  private let words: [String]

  /// Reads the editor from the environment variables.
  ///
  /// - Throws: `ExitStatus.configuration`, after a report, if a variable cannot be read.
  init(_ environment: [String: String]) throws(ExitStatus) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { text in text.contains { $0 != " " } }
    guard let words = Self.words(named ?? "vi"), !words.isEmpty else {
      Output.error.print(
        "duecal: \((named ?? "").quoted) is not an editor; expected a program and its arguments, "
          + "in quotation marks where they contain spaces")
      throw .configuration
    }
    self.words = words
  }

  /// The program as it was named.
  var name: String { words[0] }

  /// Replaces the process with the editor, at a line of a file; returns only if the editor cannot be run.
  func open(_ path: String, line: Int) {
    Output.error.flush()
    ChildProcess.withCStrings(words + place(path, line)) { words in
      if let program = words[0] { _ = execvp(program, words) }
    }
  }

  /// How an editor ended.
  enum End {
    case success
    case failure
    /// It cannot be run, with the error number.
    case notRun(Int32)
  }

  /// Why the editor cannot be run.
  func cannotRun(_ code: Int32) -> String {
    "\(name.quoted) cannot be run: \(String(cString: strerror(code)))"
  }

  /// Starts the editor at the first line of a file, and waits until it has ended.
  func run(_ path: String, _ environment: [String: String]) -> End {
    Output.standard.flush()
    Output.error.flush()
    // An interrupt from the keyboard is for the editor.
    let old = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in old { _ = signal(number, handler) } }
    let started = ChildProcess.spawn(
      words + place(path, 1), environment, with: [SIGXFSZ, SIGPIPE, SIGINT, SIGQUIT]
    ) { _ in }
    guard started.code == 0 else { return .notRun(started.code) }
    return ChildProcess.wait(for: started.process) == 0 ? .success : .failure
  }

  /// The arguments for a file and a line, in the form that each editor expects.
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

  /// Splits a command into words as a shell does, with quotation marks and backslashes; nil if a quotation is not
  /// closed.
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
