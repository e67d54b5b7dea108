/// How long servers are waited for: each answer so long, and all answers of a run so long together.
struct NetworkTime: Sendable {
  /// Where nobody says how long, in seconds.
  private static let usual = (answer: 30, all: 3600)
  /// When this run began; options see to it that it is known before anything is asked.
  static let start = ContinuousClock.now

  /// How long one answer may take, in seconds.
  let answer: Int
  /// When the run gives up, whatever it is doing.
  let end: ContinuousClock.Instant

  /// - Parameter timeout: The seconds that `--timeout` gives the whole run; nil where it is not said.
  init(_ timeout: Int? = nil) {
    answer = min(timeout ?? Self.usual.answer, Self.usual.all)
    end = Self.start + .seconds(timeout ?? Self.usual.all)
  }

  /// How long the next answer may take, in whole seconds; nil where no time is left.
  var left: Int? {
    let left = end - ContinuousClock.now
    guard left > .zero else { return nil }
    return min(answer, Int(left.components.seconds) + 1)
  }
}
