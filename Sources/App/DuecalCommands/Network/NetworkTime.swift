/// The time limits for servers: for each answer, and for all answers of a run together.
struct NetworkTime: Sendable {
  /// The defaults, in seconds.
  private static let usual = (perRequest: 30, all: 3600)
  /// The time at which this run began; the options set it before the first request.
  static let start = ContinuousClock.now

  /// The time limit for one answer, in seconds.
  let perRequest: Int
  /// When the run stops, even if work is left.
  let end: ContinuousClock.Instant

  /// Creates the limits.
  ///
  /// - Parameter timeout: The seconds of `--timeout` for the whole run; nil without this option.
  init(_ timeout: Int? = nil) {
    perRequest = min(timeout ?? Self.usual.perRequest, Self.usual.all)
    end = Self.start + .seconds(timeout ?? Self.usual.all)
  }

  /// The time limit for the next answer, in whole seconds; nil if no time is left.
  var left: Int? {
    let left = end - ContinuousClock.now
    guard left > .zero else { return nil }
    return min(perRequest, Int(left.components.seconds) + 1)
  }
}
