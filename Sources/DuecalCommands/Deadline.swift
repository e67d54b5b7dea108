/// When to stop, on a clock that nobody sets.
struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// How long the dates of one file or rule may take.
  static let time = Duration.milliseconds(1500)

  /// Sets a deadline from now on.
  init(after time: Duration = Self.time) { end = .now + time }

  /// True from then on.
  var isPast: Bool { .now >= end }
}
