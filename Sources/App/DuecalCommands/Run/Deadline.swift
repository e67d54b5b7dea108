import Glibc

/// When to stop, by the work that this process has done: a machine that is busy with others cuts nothing
/// short.
struct Deadline: Sendable {
  private let end: Int

  /// How long the dates of one file or rule may take.
  static let time = Duration.milliseconds(1500)

  /// Sets a deadline after so much more work.
  init(after time: Duration = Self.time) {
    end = Self.worked + Int(time / .milliseconds(1))
  }

  /// True from then on.
  var isPast: Bool { Self.worked >= end }

  /// How many milliseconds processors worked for this process.
  private static var worked: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
