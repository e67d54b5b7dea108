import Glibc

/// Answers from a terminal, or from standard input without questions.
struct AnswerInput {
  /// True if a person is asked.
  let isTerminal = isatty(STDIN_FILENO) == 1 && Output.error.isTerminal

  /// Shows a line to a person.
  func show(_ line: String) {
    if isTerminal { Output.error.print(line.visible) }
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
