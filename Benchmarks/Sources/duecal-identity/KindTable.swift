import EditedOutlines

private let widths = [16, 12, 12, 12, 12]

/// Prints the results of each kind of edit by itself.
///
/// A rewrite cannot be told from a deletion and an insertion in its place, nor a twin from its original: these rows
/// show how often the guess is right.
func printKinds(_ seeds: Seeds) {
  print(
    "One kind of edit alone, 500 tasks, \(seeds.count) seeds: lost tasks and wrong matches in all.")
  print(
    row(["kind", "1: lost", "wrong", "20: lost", "wrong"], widths: widths))
  for (number, kind) in EditKind.allCases.enumerated() {
    let (one, twenty) = (score(kind, 1, seeds.row(number)), score(kind, 20, seeds.row(number)))
    print(
      row(
        [
          kind.rawValue, "\(one.remaining - one.survived)", "\(one.wrong)",
          "\(twenty.remaining - twenty.survived)", "\(twenty.wrong)",
        ], widths: widths))
  }
}

private func score(_ kind: EditKind, _ edits: Int, _ seeds: Range<UInt64>) -> MatchScore {
  var score = MatchScore()
  for seed in seeds {
    let pair = EditedPair(seed: seed, tasks: 500, edits: edits, kinds: [kind])
    score.add(pair.score(pair.match()))
  }
  return score
}
