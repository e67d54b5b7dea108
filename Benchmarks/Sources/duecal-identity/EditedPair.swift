import EditedOutlines
import LineIdentity

/// The random seeds of the rows.
struct Seeds {
  var count: UInt64
  var first: UInt64

  /// The seeds of one row, different from those of the others.
  func row(_ number: Int) -> Range<UInt64> {
    let start = first &+ UInt64(number) * 1_000_003
    return start..<start + count
  }
}

/// An outline before and after its edits.
struct EditedPair {
  let old: OutlineSnapshot
  let new: OutlineSnapshot

  init(
    seed: UInt64, tasks: Int, edits: Int, kinds: [EditKind] = EditKind.allCases,
    style: OutlineStyle = .normal
  ) {
    var writer = OutlineWriter(seed: seed, style: style)
    var outline = writer.outline(tasks: tasks)
    old = outline.snapshot
    writer.edit(&outline, times: edits, kinds: kinds)
    new = outline.snapshot
  }

  /// The score of a match between the two.
  func score(_ match: [Int?]) -> MatchScore {
    var score = MatchScore()
    score.add(old: old, new: new, match: match)
    return score
  }

  func match() -> [Int?] { Identity.match(old: old.traces, new: new.traces) }

  /// The baseline, as in other exporters: lines are matched by title, in order.
  func matchByTitle() -> [Int?] {
    var lines: [String: [Int]] = [:]
    for (index, trace) in old.traces.enumerated().reversed() {
      lines[trace.title, default: []].append(index)
    }
    return new.traces.map { lines[$0.title]?.popLast() }
  }
}
