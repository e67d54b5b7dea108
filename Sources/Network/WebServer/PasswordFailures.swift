import ExactText
import Synchronization

/// Wrong passwords by address and name, each of which makes the next one from there slower.
///
/// Somebody at another address never makes the person wait longer than the checks of a few others take.
final class PasswordFailures: Sendable {
  /// A check that has begun.
  struct Turn: Sendable {
    fileprivate let caller: Int
    fileprivate let address: Int
    /// How long it has to wait.
    let pause: Duration
  }

  private struct Failure {
    var count: Int
    var last: ContinuousClock.Instant
  }

  private struct State {
    /// By the hash of an address and a name, which has one size however long they are.
    var failures: [Int: Failure] = [:]
    /// How many checks of an address have begun.
    var begun: [Int: Int] = [:]
  }

  private let state = Mutex(State())

  /// The most checks that wait, and the most of one address.
  private static let (most, mostOfOne) = (32, 4)
  /// The most failures that are remembered, and for how long.
  private static let (limit, memory) = (10_000, Duration.seconds(900))

  /// How many callers are remembered.
  var count: Int { state.withLock { $0.failures.count } }

  /// Begins a check; nil if too many have begun.
  func begin(_ name: String, from address: String) -> Turn? {
    let (caller, own) = (Self.hash([address, name]), Self.hash([address]))
    return state.withLock { state in
      let begun = state.begun[own] ?? 0
      let isFull = begun >= Self.mostOfOne || state.begun.values.reduce(0, +) >= Self.most
      guard !isFull else { return nil }
      state.begun[own] = begun + 1
      return Turn(caller: caller, address: own, pause: Self.pause(after: state.failures[caller]))
    }
  }

  /// Ends a check.
  func end(_ turn: Turn) {
    state.withLock { state in
      let left = (state.begun[turn.address] ?? 1) - 1
      state.begun[turn.address] = left > 0 ? left : nil
    }
  }

  /// Notes whether a password was right.
  func note(_ turn: Turn, isRight: Bool) {
    state.withLock { state in
      guard !isRight else {
        state.failures[turn.caller] = nil
        return
      }
      if state.failures.count >= Self.limit { Self.forget(&state.failures) }
      let count = state.failures[turn.caller]?.count ?? 0
      state.failures[turn.caller] = Failure(count: count + 1, last: .now)
    }
  }

  /// Up to five seconds after the fourth failure.
  private static func pause(after failure: Failure?) -> Duration {
    guard let failure, failure.last.duration(to: .now) < memory, failure.count > 2 else {
      return .zero
    }
    return .milliseconds(min(5000, 250 << min(failure.count - 3, 5)))
  }

  /// Forgets what is old, or the older half.
  private static func forget(_ failures: inout [Int: Failure]) {
    failures = failures.filter { $0.value.last.duration(to: .now) < memory }
    guard failures.count >= limit else { return }
    let middle = failures.values.map(\.last).sorted()[failures.count / 2]
    failures = failures.filter { $0.value.last > middle }
  }

  private static func hash(_ texts: [String]) -> Int {
    var hasher = Hasher()
    for text in texts { hasher.combine(ExactString(text)) }
    return hasher.finalize()
  }
}
