import Glibc

/// Answers from a terminal, or from standard input without questions.
struct AnswerInput {
  /// True if a person is asked.
  let isTerminal = isatty(STDIN_FILENO) == 1 && Output.error.isTerminal

  /// Shows a line to a person.
  func show(_ line: String) {
    if isTerminal { Output.error.print(line.visible) }
  }

  /// The next answer, of one key on a terminal and of a line otherwise, in small letters; nil at the end.
  ///
  /// - Parameters:
  ///   - question: What is asked on a terminal.
  ///   - line: The key after which the answer is a line, and what is asked for that.
  func nextKey(_ question: String, line: (key: Character, question: String)) -> String? {
    guard isTerminal else { return next(question) }
    Output.error.write(question.utf8)
    Output.error.flush()
    guard let key = TerminalKey.next() else { return next("") }
    switch key {
    case .character(line.key):
      Output.error.print(String(line.key))
      return next(line.question)
    case .character(let character):
      Output.error.print(String(character))
      return character.lowercased()
    case .enter, .end:
      Output.error.print("")
      return key == .enter ? "" : nil
    case .other:
      Output.error.print("")
      return "this key"
    }
  }

  /// The next answer, in small letters; nil at the end.
  func next(_ question: String) -> String? {
    if isTerminal {
      Output.error.write(question.utf8)
      Output.error.flush()
    }
    return readLine().map { line in
      line.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}
