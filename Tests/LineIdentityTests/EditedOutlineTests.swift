import EditedOutlines
import LineIdentity
import Testing

/// The score of a match for an outline before and after some random edits.
private func score(
  seeds: Range<UInt64>, tasks: Int, edits: Int, kinds: [EditKind] = EditKind.allCases,
  style: OutlineStyle = .normal
) -> MatchScore {
  var score = MatchScore()
  for seed in seeds {
    var writer = OutlineWriter(seed: seed, style: style)
    var outline = writer.outline(tasks: tasks)
    let old = outline.snapshot
    writer.edit(&outline, times: edits, kinds: kinds)
    let new = outline.snapshot
    score.add(old: old, new: new, match: Identity.match(old: old.traces, new: new.traces))
  }
  return score
}

@Test(arguments: EditKind.allCases)
func everyKindOfEditAloneKeepsEveryItem(kind: EditKind) {
  for style in OutlineStyle.all {
    let score = score(seeds: 0..<10, tasks: 150, edits: 1, kinds: [kind], style: style)
    #expect(score.isPerfect, "\(style): \(score)")
  }
}

@Test func fiveEditsOfAThousandTasksKeepNearlyEveryItem() {
  let score = score(seeds: 500..<505, tasks: 1000, edits: 5)
  #expect(score.survival >= 99.98 && score.wrong <= 1, "\(score)")
}

@Test func aHundredEditsOfAThousandTasksKeepNearlyEveryItem() {
  let score = score(seeds: 600..<605, tasks: 1000, edits: 100)
  #expect(score.survival >= 99.7 && score.editedSurvival >= 99, "\(score)")
  #expect(score.wrongPerThousand <= 0.6, "\(score)")
}

@Test func noOldItemIsGivenTwiceAndTheAnswerIsTheSameEachTime() {
  for seed in 0..<20 as Range<UInt64> {
    var writer = OutlineWriter(seed: seed, style: .shortTwins)
    var outline = writer.outline(tasks: 120)
    let old = outline.snapshot.traces
    writer.edit(&outline, times: 80)
    let new = outline.snapshot.traces
    let match = Identity.match(old: old, new: new)
    let given = match.compactMap { $0 }
    #expect(Set(given).count == given.count)
    #expect(Identity.match(old: old, new: new) == match)
  }
}

@Test func aSnapshotIsItself() {
  for seed in 0..<10 as Range<UInt64> {
    var writer = OutlineWriter(seed: seed, style: .shortTwins)
    let traces = writer.outline(tasks: 200).snapshot.traces
    #expect(Identity.match(old: traces, new: traces) == Array(traces.indices))
  }
}
