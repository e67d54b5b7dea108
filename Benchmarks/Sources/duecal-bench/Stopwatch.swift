import Glibc

/// Measures work: the median processor time of several runs, in nanoseconds.
enum Stopwatch {
  /// The median time of one call of `body`, which repeats its work `inner` times.
  static func median(of runs: Int = 9, inner: Int = 1, _ body: () -> Void) -> Double {
    body()
    let times = (0..<runs).map { _ in elapsed(body) }.sorted()
    return times[runs / 2] / Double(inner)
  }

  /// The medians of two closures that run in turns, so that a slow moment of the machine affects both.
  static func medians(
    of runs: Int = 9, _ ours: () -> Void, _ theirs: () -> Void
  ) -> (ours: Double, theirs: Double) {
    ours()
    theirs()
    let pairs = (0..<runs).map { _ in (elapsed(ours), elapsed(theirs)) }
    return (pairs.map(\.0).sorted()[runs / 2], pairs.map(\.1).sorted()[runs / 2])
  }

  private static func elapsed(_ body: () -> Void) -> Double {
    let start = now()
    body()
    return Double(now() - start)
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Keeps a result alive, so that the work for it is not removed.
@inline(never) func use<Value>(_ value: borrowing Value) {}
