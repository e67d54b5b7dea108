import CalendarImports
import EditedOutlines
import ImportCycles
import LineState
import TaskDates
import Testing

/// Runs some imports with a number of edits and changes before each.
private func score(
  seeds: Range<UInt64>, cycles: Int = 5, edits: Int, changes: Int,
  kinds: [EditKind] = EditKind.allCases,
  style: OutlineStyle = .normal, removed: ImportOptions.Removed = .keep,
  forgets: (Int) -> Bool = { _ in false }
) throws -> CycleScore {
  let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
  var score = CycleScore()
  for seed in seeds {
    var cycle = ImportCycle(
      seed: seed, tasks: 60, items: 140, zone: zone, style: style, removed: removed)
    for number in 0..<cycles {
      cycle.run(edits: edits, changes: changes, kinds: kinds, forgets: forgets(number))
    }
    score.add(cycle.score)
  }
  return score
}

@Suite("Imports again and again")
struct CycleTests {
  @Test func keepEveryLineThroughAFewEdits() throws {
    let score = try score(seeds: 0..<10, edits: 1, changes: 5)
    #expect(score.survived == score.remaining && score.wrong == 0 && score.doubled == 0, "\(score)")
    #expect(score.faults == [] && score.restless == 0)
  }

  @Test func keepNearlyEveryLineThroughMany() throws {
    let score = try score(seeds: 100..<110, edits: 20, changes: 20)
    #expect(score.survival >= 99.7 && score.doubled == 0, "\(score)")
    #expect(score.faults == [] && score.restless == 0)
  }

  @Test(arguments: EditKind.allCases)
  func keepEveryLineThroughAnyKindOfEdit(kind: EditKind) throws {
    let score = try score(seeds: 200..<202, cycles: 3, edits: 1, changes: 3, kinds: [kind])
    #expect(score.survived + score.rewritten == score.remaining && score.doubled == 0, "\(score)")
    #expect(score.faults == [] && score.restless == 0)
  }

  @Test(arguments: [ImportOptions.Removed.archive, .delete])
  func restWhateverBecomesOfWhatIsGone(removed: ImportOptions.Removed) throws {
    let score = try score(seeds: 300..<305, edits: 5, changes: 20, removed: removed)
    #expect(score.doubled == 0 && score.restless == 0 && score.faults == [], "\(score)")
  }

  @Test func doubleNothingWhenTheStateIsLost() throws {
    let score = try score(seeds: 400..<410, edits: 0, changes: 0) { $0 % 2 == 1 }
    #expect(score.survived == score.remaining && score.doubled == 0, "\(score)")
    #expect(score.faults == [] && score.restless == 0)
  }

  @Test func doubleNothingThatWasEditedBeforeTheStateWasLost() throws {
    let score = try score(seeds: 500..<510, edits: 5, changes: 0) { $0 == 4 }
    #expect(score.doubled == 0, "\(score)")
    #expect(score.faults == [] && score.restless == 0)
  }
}
