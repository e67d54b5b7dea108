import EditedOutlines
import ImportCycles
import TaskDates

private let widths = [12, 6, 8, 10, 11, 10, 9, 10, 9, 9, 8]

/// Prints the results of repeated imports, with edits of the files and changes of the calendar between them.
///
/// The person's edits are those of the table above; before each import, twenty things change in the calendar. In the
/// last rows, the state is lost before the last import.
func printCycles(_ seeds: Seeds) throws {
  let zone = try ZoneDatabase().zone(named: "Europe/Berlin")
  print("Ten imports of 700 items among 1,000 tasks in two files, \(seeds.count) seeds a row.")
  print(
    row(
      [
        "state", "edits", "imports", "survived", "rewritten", "wrong/1000", "(twins)", "doubled",
        "returned", "faults", "restless",
      ], widths: widths))
  for edits in [1, 5, 20, 100] { print(cycles(edits, seeds, zone, loses: false)) }
  for edits in [0, 1, 5, 20, 100] { print(cycles(edits, seeds, zone, loses: true)) }
}

private func cycles(_ edits: Int, _ seeds: Seeds, _ zone: Zone, loses: Bool) -> String {
  var score = CycleScore()
  for seed in seeds.row(edits + 1000) {
    var cycle = ImportCycle(seed: seed, tasks: 300, items: 700, zone: zone)
    for number in 0..<(loses ? 1 : 10) {
      cycle.run(edits: edits, changes: loses ? 0 : 20, forgets: loses && number == 0)
    }
    score.add(cycle.score)
  }
  for fault in score.faults.prefix(3) { print(fault) }
  return row(
    [
      loses ? "lost" : "kept", "\(edits)", "\(score.cycles)", number(score.survival, 4) + " %",
      "\(score.rewritten)", number(score.wrongPerThousand, 3), "(\(score.twins))",
      "\(score.doubled)", "\(score.returned)", "\(score.faults.count)", "\(score.restless)",
    ], widths: widths)
}
