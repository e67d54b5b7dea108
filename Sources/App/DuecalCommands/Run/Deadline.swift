import Glibc

/// A limit on the processor time of this process, so that a machine busy with other work does not shorten a run's
/// results.
struct Deadline: Sendable {
  private let end: Int

  /// The default time limit for the dates of one file or rule.
  static let time = Duration.milliseconds(1500)

  /// Sets a deadline after a period of processor time.
  init(after time: Duration = Self.time) {
    end = Self.worked + Int(time / .milliseconds(1))
  }

  /// True if the deadline has passed.
  var isPast: Bool { Self.worked >= end }

  /// The processor time that this process has used, in milliseconds.
  private static var worked: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
