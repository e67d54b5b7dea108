/// Generates random task files: every construct of the format and every way to get it wrong.
public struct TaskTextGenerator {
  private var random: SeededGenerator

  /// Creates a generator.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A file with up to a number of lines.
  public mutating func file(lines: Int) -> [UInt8] {
    var text: [UInt8] = chance(10) ? [0xEF, 0xBB, 0xBF] : []
    for _ in 0..<Int.random(in: 0...lines, using: &random) {
      text += line().utf8
      text += pick(["\n", "\n", "\n", "\r\n", "\r"]).utf8
    }
    if chance(30) { text += line().utf8 }
    return text
  }

  /// A line without its ending.
  public mutating func line() -> String {
    var line = pick(["", "", "\t", "\t\t", "  ", "    ", "\t ", " \t"])
    line += pick(["- ", "- ", "- ", "", "-", "* ", "\u{2610} "])
    for _ in 0..<Int.random(in: 0...5, using: &random) { line += pick(words) + pick(spaces) }
    return line + pick(["", "", ":", ": "]) + pick(["", " @done", " @due(2024-01-05)", "  "])
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private let spaces = [" ", " ", " ", "", "  ", "\t", "\u{A0}"]
  private let words = [
    "call", "Ann", "bob@x.org", "@due(2024-11-24 10:00)", "@a(b\\))", "@a((b))", "@", "@()",
    "@\u{E9}(1)", "@\u{1F600}", "(@a)", "@a,", "@a:b", "@50%", "Project:", "\u{65E5}\u{672C}",
    "e\u{301}", "@a(", ")", "\\", "-", "\u{2028}", "\u{C}", "@done", "@a(b\\", ":",
  ]
}
