import ExactText
import Glibc

/// Several things that a name fits, of which a person is asked which are meant.
struct AmbiguousName {
  /// Why it is asked, such as `"ann" fits 2 tasks`.
  let heading: String
  /// The things, a line each.
  let shown: [String]

  /// How many are shown.
  private static let most = 30

  /// Which are meant, from 0.
  ///
  /// - Throws: `ExitStatus`, which is said: `usage` where nobody can be asked, `partial` without an answer.
  func numbers(_ messages: inout Messages) throws(ExitStatus) -> [Int] {
    guard isatty(STDIN_FILENO) == 1, Output.error.isTerminal else {
      messages.fail("\(heading); expected one of these, or --all", .usage)
      for line in shown.prefix(Self.most) { Output.error.print("  \(line)") }
      if shown.count > Self.most { Output.error.print("  ...") }
      throw .usage
    }
    let chosen = ask()
    guard !chosen.isEmpty else {
      messages.fail("nothing was chosen, and nothing is changed", .partial)
      throw .partial
    }
    return chosen
  }

  private func ask() -> [Int] {
    Output.error.print("\(heading.visible):")
    for (number, line) in shown.prefix(Self.most).enumerated() {
      Output.error.print("  \(number + 1)  \(line)")
    }
    if shown.count > Self.most { Output.error.print("  ...") }
    Output.error.write("Which? [1-\(shown.count), a for all, Enter for none] ".utf8)
    Output.error.flush()
    let answer = (readLine() ?? "").lowercased()
    if answer == "a" || answer == "all" { return Array(shown.indices) }
    let numbers = answer.split { $0 == " " || $0 == "," }.map { Int($0) ?? 0 }
    guard numbers.allSatisfy({ (1...shown.count).contains($0) }) else { return [] }
    return numbers.map { $0 - 1 }
  }
}
