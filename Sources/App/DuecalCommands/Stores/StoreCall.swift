import CalendarStores
import Dispatch
import Synchronization

/// The one bridge from commands, which do one thing after the other, to stores, which are asynchronous.
///
/// ```swift
/// let lists = try StoreCall.wait { () async throws(StoreError) in try await store.lists() }
/// ```
enum StoreCall {
  /// Calls a store and waits for its answer.
  ///
  /// The thread that waits is that of the command; the work is done on those of Swift's own pool, so
  /// nothing here waits for itself.
  static func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let answer = Answer<Value>()
    let isThere = DispatchSemaphore(value: 0)
    Task {
      do throws(StoreError) {
        let value = try await body()
        answer.result.withLock { $0 = .success(value) }
      } catch {
        answer.result.withLock { $0 = .failure(error) }
      }
      isThere.signal()
    }
    isThere.wait()
    guard let result = answer.result.withLock(\.self) else {
      throw StoreError.unavailable("the store gave no answer")
    }
    return try result.get()
  }

  /// What a store answered, once it has.
  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, StoreError>?>(nil)
  }
}
