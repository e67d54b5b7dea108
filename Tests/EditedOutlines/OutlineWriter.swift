import TestSupport

/// The style of random outlines.
public struct OutlineStyle: Sendable, CustomStringConvertible {
  /// The name in a table.
  public let description: String
  let language: Language
  /// The percentage of titles with only two words.
  let short: Int
  /// The percentage of titles that repeat an earlier one.
  let twins: Int

  /// Titles of four words; two percent of them repeat another.
  public static let normal = OutlineStyle(
    description: "normal", language: .english, short: 25, twins: 2)
  /// Titles of two words.
  public static let short = OutlineStyle(
    description: "short titles", language: .english, short: 75, twins: 2)
  /// Every third title repeats an earlier one.
  public static let twins = OutlineStyle(
    description: "30 % twins", language: .english, short: 25, twins: 30)
  /// Short titles, every third of which repeats an earlier one.
  public static let shortTwins = OutlineStyle(
    description: "short, 30 % twins", language: .english, short: 75, twins: 30)
  /// Chinese titles, of four to ten characters without a space.
  public static let chinese = OutlineStyle(
    description: "Chinese", language: .chinese, short: 25, twins: 2)
  /// All styles.
  public static let all: [OutlineStyle] = [.normal, .short, .twins, .shortTwins, .chinese]
}

/// A simulated person who writes outlines and edits them, always the same for the same seed.
public struct OutlineWriter {
  let style: OutlineStyle
  var random: SeededGenerator
  var language: Language { style.language }

  /// Creates a person.
  public init(seed: UInt64, style: OutlineStyle = .normal) {
    self.style = style
    random = SeededGenerator(seed: seed)
  }

  /// Two files of five projects each, with a number of tasks in all.
  public mutating func outline(tasks count: Int) -> Outline {
    var outline = Outline()
    for number in 0..<2 {
      let file = outline.make(.file, "f\(number).taskpaper")
      outline.root.add(file)
      for _ in 0..<5 { file.add(outline.make(.project, projectName())) }
    }
    fill(&outline, count)
    return outline
  }

  private mutating func fill(_ outline: inout Outline, _ count: Int) {
    let projects = outline.projects
    var spots = projects
    var texts: [String] = []
    while texts.count < count {
      let parent = chance(70) ? pick(projects) : pick(spots)
      if parent.kind == .task && parent.depth > 5 { continue }
      let text = texts.isEmpty || !chance(style.twins) ? phrase() : pick(texts)
      let task = outline.make(.task, text, tags: tags())
      parent.add(task)
      texts.append(text)
      spots.append(task)
    }
  }

  mutating func projectName() -> String {
    pick(language.nouns) + language.space + pick(language.ends)
  }

  /// A title.
  public mutating func phrase() -> String {
    var words = [pick(language.verbs), pick(language.nouns)]
    if !chance(style.short) { words += [pick(language.links), pick(language.ends)] }
    return words.joined(separator: language.space)
  }

  /// A day.
  public mutating func date() -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "2024-\(digits(number(1...12)))-\(digits(number(1...28)))"
  }

  mutating func tags() -> [String] {
    var tags: [String] = []
    if chance(40) { tags.append("@due(\(date()))") }
    if chance(30) { tags.append(pick(Self.marks)) }
    if chance(10) { tags.append("@done(\(date()))") }
    return tags
  }

  static let marks = ["@next", "@waiting", "@home", "@work", "@errand", "@low", "@high"]

  /// True with a probability in percent.
  public mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  /// A random number in a range.
  public mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  /// A random choice.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[number(0...choices.count - 1)]
  }
}
