import TestSupport

/// Random task files, with everything that the answers to an editor depend on.
struct RandomText {
  private var generator: SeededGenerator
  private let lineEnd: String
  private let indent: String

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    lineEnd = ["\n", "\n", "\r\n"].randomElement(using: &generator) ?? "\n"
    indent = ["\t", "\t", "  "].randomElement(using: &generator) ?? "\t"
  }

  private static let titles = ["Call Ann", "Pay rent", "🧾 Tax", "é", "Write (draft)", "a:b", "x"]
  private static let tags = [
    "@due(2026-11-25)", "@due(2026-11-25 14:30)", "@due(2026-02-30)", "@due(tomorrow)", "@phone",
    "@due(next friday)", "@due(2026-11-20)", "@repeat(weekly)", "@repeat(monthly after done)",
    "@done(2026-11-24)", "@done", "@cancelled", "@start(2026-11-01)", "@due(2026-W48)",
    "@except(2026-12-01)", "@remind(1h)", "@tz(Europe/Berlin)", "@uid(1)", "@uid(2)", "@p(3)",
    "@due(2026-12-04 10:00-10:30)", "@due", "@", "@project(Home / Kitchen)", "@due(+3h)",
  ]

  mutating func number(_ range: Range<Int>) -> Int {
    range.isEmpty ? range.lowerBound : Int.random(in: range, using: &generator)
  }

  mutating func line() -> String {
    let level = String(repeating: indent, count: number(0..<3))
    let title = Self.titles.randomElement(using: &generator) ?? ""
    let tags = (0..<number(0..<4)).map { _ in Self.tags.randomElement(using: &generator) ?? "" }
    let words = ([title] + tags).joined(separator: " ")
    switch number(0..<8) {
    case 0: return level + title + ":"
    case 1: return level + words
    case 2: return ""
    default: return level + "- " + words
    }
  }

  mutating func text() -> String {
    (0..<number(1..<14)).map { _ in line() }.joined(separator: lineEnd)
      + (number(0..<4) == 0 ? "" : lineEnd)
  }

  /// A text with some lines replaced, removed and added.
  mutating func edited(_ text: String) -> String {
    var lines = text.split(separator: lineEnd, omittingEmptySubsequences: false).map(String.init)
    for _ in 0..<number(1..<3) {
      let place = number(0..<lines.count)
      switch number(0..<4) {
      case 0: lines.insert(line(), at: place)
      case 1 where lines.count > 1: lines.remove(at: place)
      case 2: lines[place] = line()
      default:
        lines[place] += ["x", " @done", ")", " ", "(", "é"].randomElement(using: &generator) ?? ""
      }
    }
    return lines.joined(separator: lineEnd)
  }
}
