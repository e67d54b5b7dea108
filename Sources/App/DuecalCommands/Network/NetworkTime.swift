/// How long to wait for servers: for each answer, and for all answers of a run together.
struct NetworkTime: Sendable {
  /// The defaults, in seconds.
  private static let usual = (answer: 30, all: 3600)
  /// When this run began; the options set it before the first request.
  static let start = ContinuousClock.now

  /// How long one answer may take, in seconds.
  let answer: Int
  /// When the run gives up, whatever it is doing.
  let end: ContinuousClock.Instant

  /// - Parameter timeout: The seconds of `--timeout` for the whole run; nil without this option.
  init(_ timeout: Int? = nil) {
    answer = min(timeout ?? Self.usual.answer, Self.usual.all)
    end = Self.start + .seconds(timeout ?? Self.usual.all)
  }

  /// How long the next answer may take, in whole seconds; nil if no time is left.
  var left: Int? {
    let left = end - ContinuousClock.now
    guard left > .zero else { return nil }
    return min(answer, Int(left.components.seconds) + 1)
  }
}
