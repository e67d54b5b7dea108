import ExactText

/// Several tasks or items that a name matches, so that a person has to choose.
struct AmbiguousName {
  /// The reason for the question, such as `"ann" fits 2 tasks`.
  let heading: String
  /// The choices, a line each.
  let shown: [String]

  /// The maximum number of choices shown.
  private static let most = 30

  /// Asks which ones are meant, and returns their numbers from 0.
  ///
  /// - Throws: `ExitStatus`, after a report: `usage` if nobody can be asked, `partial` without an answer.
  func numbers(_ messages: inout Messages) throws(ExitStatus) -> [Int] {
    let input = AnswerInput()
    guard input.isTerminal else {
      messages.fail("\(heading); expected one of these, or --all", .usage)
      for line in shown.prefix(Self.most) { Output.error.print("  \(line)") }
      if shown.count > Self.most { Output.error.print("  ...") }
      throw .usage
    }
    let chosen = ask(input)
    guard !chosen.isEmpty else {
      messages.fail("nothing was chosen, so nothing is changed", .partial)
      throw .partial
    }
    return chosen
  }

  private func ask(_ input: AnswerInput) -> [Int] {
    Output.error.print("\(heading.visible):")
    for (number, line) in shown.prefix(Self.most).enumerated() {
      Output.error.print("  \(number + 1)  \(line)")
    }
    if shown.count > Self.most { Output.error.print("  ...") }
    let answer = input.next("Which? [1-\(shown.count), a for all, Enter for none] ") ?? ""
    if answer == "a" || answer == "all" { return Array(shown.indices) }
    let numbers = answer.split { $0 == " " || $0 == "," }.map { Int($0) ?? 0 }
    guard numbers.allSatisfy({ (1...shown.count).contains($0) }) else { return [] }
    return numbers.map { $0 - 1 }
  }
}
