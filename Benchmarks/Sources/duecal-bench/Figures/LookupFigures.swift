import Foundation
import TriggerLookup

/// Compares lookups of a trigger with the regular expression of the article about @-mentions.
///
/// Each lookup is one check of a text with the cursor at its end. Both sides return the range and the text that they find.
/// The expression reads all that is before the cursor, so its time grows with the text; that of a lookup does not.
func lookupFigures() -> [Figure] {
  let sentence = "Hello @trevor @travis and @tyler"
  let chat = String(repeating: "Thanks @trevor, I will look at it. ", count: 30)
  return [
    lookupFigure("@tyler in the article's sentence", sentence, bar: 5),
    lookupFigure("no match in a comment of 1,000 characters", chat, bar: 100),
    lookupFigure("the last name in the same comment", chat + "@tyler", bar: 100),
    lookupFigure("@Jürgen Müller in a comment of 1,000", chat + "@Jürgen Müller", bar: 10),
  ]
}

private func lookupFigure(_ name: String, _ text: String, bar: Double) -> Figure {
  let reporter = StringTriggerReporter(triggers: ["@"])
  let expression = ArticleExpression(trigger: "@")
  let cursor = text.endIndex
  let ours = Stopwatch.median(of: 21, inner: 10_000) {
    for _ in 0..<10_000 { use(reporter.check(text, cursor: cursor)?.query) }
  }
  let theirs = Stopwatch.median(of: 9, inner: 100) {
    for _ in 0..<100 { use(expression.check(text, cursor: cursor)) }
  }
  return Figure(
    name: name, ours: Figure.time(nanoseconds: ours),
    baseline: "NSRegularExpression \(Figure.time(nanoseconds: theirs))", reached: theirs / ours,
    bar: bar, unit: "x", atLeast: true)
}

/// The lookup of the article: all matches before the cursor, and among them the one that contains the cursor.
///
/// As there, the expression is compiled once.
private struct ArticleExpression {
  private static let group = "search"
  private let expression: NSRegularExpression?

  init(trigger: String) {
    expression = try? NSRegularExpression(
      pattern: "(?:\\s|^)(?<\(Self.group)>(\(trigger))\\w*(?: \\w*)?)", options: .caseInsensitive)
  }

  func check(_ text: String, cursor: String.Index) -> Substring? {
    let searched = NSRange(text.startIndex..<cursor, in: text)
    let matches = expression?.matches(in: text, range: searched) ?? []
    let ranges = matches.compactMap { Range($0.range(withName: Self.group), in: text) }
    return ranges.first { $0.lowerBound <= cursor && cursor <= $0.upperBound }.map { text[$0] }
  }
}
