// A static standard library has no Testing; a build with it has no contract.
#if canImport(Testing)
public import CalendarStores
import Synchronization
public import TaskDates
public import Testing

/// A requirement that every store meets, as a test with the store as its parameter.
///
/// ```swift
/// @Suite("My store")
/// struct MyStoreTests {
///   @Test(arguments: StoreRequirement.all)
///   func meets(_ requirement: StoreRequirement) async throws {
///     try await requirement.check { now in MyStore(now: now) }
///   }
/// }
/// ```
public struct StoreRequirement: Sendable, CustomTestStringConvertible {
  /// Creates an empty store with a clock.
  public typealias Maker =
    @Sendable (_ now: @escaping @Sendable () -> Instant) async throws ->
    any CalendarStore

  /// The requirement, as a sentence.
  public let sentence: String
  private let body: @Sendable (StoreFixture) async throws -> Void

  init(_ sentence: String, _ body: @escaping @Sendable (StoreFixture) async throws -> Void) {
    self.sentence = sentence
    self.body = body
  }

  public var testDescription: String { sentence }

  /// All requirements.
  public static let all =
    listRequirements + itemRequirements + versionRequirements + queryRequirements
    + occurrenceRequirements
    + changeRequirements + textRequirements + fieldRequirements

  /// Checks that a store meets the requirement.
  ///
  /// - Parameters:
  ///   - reopen: Opens the store again; nil if it is gone with the process.
  ///   - losses: The known changes that the server of the store makes.
  ///   - make: Creates an empty store.
  public func check(
    reopen: Maker? = nil, losing losses: StoreLoss = [], make: Maker
  ) async throws {
    let clock = TestClock()
    let store = try await make { clock.now }
    try await body(try await StoreFixture(store, clock, losses: losses, reopen: reopen))
  }
}

/// A clock that advances by a minute whenever it is read.
public final class TestClock: Sendable {
  private let last = Mutex(1_796_000_000)

  /// Creates a clock that starts at a moment of 2026.
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
