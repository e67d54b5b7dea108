import Foundation
import Testing

/// The beginning of a command line, and some of the completions that its last word must have.
struct Begun: CustomTestStringConvertible, Sendable {
  let words: [String]
  let offered: [String]

  init(_ line: String, _ offered: String...) {
    words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    self.offered = offered
  }

  var testDescription: String { words.joined(separator: " ") }
}

private let lines = [
  Begun("duecal export --color ", "auto", "always", "never"),
  Begun("duecal export --calendar-color t", "tan", "teal", "thistle", "tomato", "turquoise"),
  Begun("duecal check --color ", "auto", "always", "never"),
  Begun("duecal export --done ", "include", "exclude", "only"),
  Begun("duecal export --class ", "private", "confidential"),
  Begun("duecal export --zone Europe/B", "Europe/Berlin", "Europe/Bucharest"),
  Begun("duecal help ", "export", "check", "outline", "verify"),
  Begun("duecal help o", "outline"),
]

@Suite("Completions")
struct CompletionTests {
  @Test(arguments: lines) func bashOffersThem(line: Begun) throws {
    let script = """
      source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _duecal duecal "${!#}" "${COMP_WORDS[COMP_CWORD - 1]}"; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try run(["/bin/bash", "-c", script, completions("duecal.bash")] + line.words)
    expect(line, in: run)
  }

  @Test(.enabled(if: hasFish), arguments: lines) func fishOffersThem(line: Begun) throws {
    let script = "source '\(completions("duecal.fish"))'; complete -C '\(line.testDescription)'"
    expect(line, in: try run([fish, "--no-config", "-c", script]))
  }

  private func expect(_ line: Begun, in run: Run) {
    let offered = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    let last = line.words.last ?? ""
    #expect(line.offered.allSatisfy { offered.contains($0[...]) }, "\(offered)")
    #expect(!offered.isEmpty && offered.allSatisfy { $0.hasPrefix(last) })
    #expect(run.error.isEmpty)
  }

  private func completions(_ name: String) -> String {
    projectFolder.appendingPathComponent("Shipping/completions/\(name)").path
  }
}

private let fish = "/usr/bin/fish"
private let hasFish = FileManager.default.isExecutableFile(atPath: fish)
