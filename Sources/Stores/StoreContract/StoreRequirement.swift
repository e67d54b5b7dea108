// A static standard library comes without Testing; a build with it has no contract.
#if canImport(Testing)
public import CalendarStores
import Synchronization
public import TaskDates
public import Testing

/// A promise that every store keeps, as a test with the store as its parameter.
///
/// ```swift
/// @Suite("My store")
/// struct MyStoreTests {
///   @Test(arguments: StoreRequirement.all)
///   func keeps(_ promise: StoreRequirement) async throws {
///     try await promise.check { now in MyStore(now: now) }
///   }
/// }
/// ```
public struct StoreRequirement: Sendable, CustomTestStringConvertible {
  /// Makes an empty store with a clock.
  public typealias Maker =
    @Sendable (_ now: @escaping @Sendable () -> Instant) async throws ->
    any CalendarStore

  /// What is promised, as a sentence.
  public let sentence: String
  private let body: @Sendable (StoreFixture) async throws -> Void

  init(_ sentence: String, _ body: @escaping @Sendable (StoreFixture) async throws -> Void) {
    self.sentence = sentence
    self.body = body
  }

  public var testDescription: String { sentence }

  /// All promises.
  public static let all =
    listPromises + itemPromises + versionPromises + queryPromises + occurrencePromises
    + changePromises + textPromises + fieldPromises

  /// Checks that a store keeps the promise.
  ///
  /// - Parameters:
  ///   - reopen: Opens what a store has kept once more; nil where it is gone with the process.
  ///   - losses: What is behind the store changes what it is given.
  ///   - make: Makes an empty store.
  public func check(
    reopen: Maker? = nil, losing losses: StoreLoss = [], make: Maker
  ) async throws {
    let clock = TestClock()
    let store = try await make { clock.now }
    try await body(try await StoreFixture(store, clock, losses: losses, reopen: reopen))
  }
}

/// A clock that goes on by a minute whenever it is asked.
public final class TestClock: Sendable {
  private let last = Mutex(1_796_000_000)

  /// Creates a clock at one moment of 2026.
  public init() {}

  /// The time; each is later than the one before.
  public var now: Instant {
    Instant(
      seconds: last.withLock { last in
        last += 60
        return last
      })
  }
}
#endif
