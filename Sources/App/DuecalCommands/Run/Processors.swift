import Glibc

/// The processors on which this process may run.
enum Processors {
  /// The number of processors, at least 1 and at most 8: with more, the work that is done in order takes most of the
  /// time.
  static var count: Int {
    var set = cpu_set_t()
    guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return 1 }
    let count = withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
    return min(max(count, 1), 8)
  }
}
