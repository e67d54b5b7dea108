import EditedOutlines
import Glibc

private let widths = [10, 8, 12, 12, 12]

/// Prints the processor time of a match: the median of five runs.
func printTimes() {
  print(row(["tasks", "edits", "time", "bar", "survived"], widths: widths))
  for (tasks, edits, bar) in [
    (10_000, 100, 0.1), (10_000, 1_000, 0.1), (100_000, 100, 2), (100_000, 1_000, 2),
  ] {
    let pair = EditedPair(seed: 1, tasks: tasks, edits: edits)
    let score = pair.score(pair.match())
    let time = (0..<5).map { _ in seconds { _ = pair.match() } }.sorted()[2]
    print(
      row(
        [
          "\(tasks)", "\(edits)", number(time * 1000, 1) + " ms", number(bar * 1000, 0) + " ms",
          number(score.survival, 3) + " %", time <= bar ? "" : "MISSED",
        ], widths: widths + [6]))
  }
}

private func seconds(_ body: () -> Void) -> Double {
  let start = now()
  body()
  return now() - start
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
