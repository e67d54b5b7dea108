import EditedOutlines

/// The required result after a number of edits of a thousand tasks.
private struct Bar {
  var edits: Int
  var survival: Double
  var editedSurvival = 0.0
  var wrong = Double.infinity

  static let all = [
    Bar(edits: 1, survival: 100), Bar(edits: 5, survival: 99.98),
    Bar(edits: 20, survival: 99.95, wrong: 0.05),
    Bar(edits: 100, survival: 99.7, editedSurvival: 99, wrong: 0.3),
  ]

  func isReached(by score: MatchScore) -> Bool {
    score.survival >= survival && score.editedSurvival >= editedSurvival
      && score.wrongPerThousand <= wrong
  }
}

private let widths = [18, 6, 10, 10, 10, 12, 12, 10, 12, 12]

/// Prints the share of the tasks that are recognised after edits of all kinds.
func printSurvival(_ seeds: Seeds) {
  print(
    "1,000 tasks, \(seeds.count) seeds a row. Wrong matches are per thousand lines; twins are those"
  )
  print("of them between lines that are the same word for word. By title: the baseline.")
  print(
    row(
      [
        "titles", "edits", "survived", "of edited", "wrong", "(twins)", "perfect", "", "by title",
        "wrong",
      ], widths: widths))
  for style in OutlineStyle.all {
    for bar in Bar.all { print(survival(style, bar, seeds)) }
  }
}

private func survival(_ style: OutlineStyle, _ bar: Bar, _ seeds: Seeds) -> String {
  var (ours, byTitle, perfect) = (MatchScore(), MatchScore(), 0)
  for seed in seeds.row(bar.edits) {
    let pair = EditedPair(seed: seed, tasks: 1000, edits: bar.edits, style: style)
    let one = pair.score(pair.match())
    perfect += one.isPerfect ? 1 : 0
    ours.add(one)
    byTitle.add(pair.score(pair.matchByTitle()))
  }
  let cells = ["\(perfect)/\(seeds.count)", bar.isReached(by: ours) ? "" : "MISSED"]
  return row(
    [style.description, "\(bar.edits)"] + figures(ours) + cells + baseline(byTitle), widths: widths)
}

private func figures(_ score: MatchScore) -> [String] {
  [
    number(score.survival, 4) + " %", number(score.editedSurvival, 2) + " %",
    number(score.wrongPerThousand, 3), "(\(number(score.twinsPerThousand, 3)))",
  ]
}

private func baseline(_ score: MatchScore) -> [String] {
  [number(score.survival, 4) + " %", number(score.wrongPerThousand, 3)]
}
