package import CalendarStores
import Dispatch
import Synchronization

/// Lets commands, which are synchronous, call stores, which are asynchronous.
///
/// ```swift
/// let lists = try StoreCall.wait { () async throws(StoreError) in try await store.lists() }
/// ```
package enum StoreCall {
  /// Calls a store and waits for its answer.
  ///
  /// The work runs on threads of its own: a caller on one of Swift's pool, such as a test, would block a thread that
  /// the work needs.
  package static func wait<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let answer = Answer<Value>()
    let isThere = DispatchSemaphore(value: 0)
    Task(executorPreference: WaitedForExecutor.shared) {
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
      throw StoreError.unavailable("the store did not answer")
    }
    return try result.get()
  }

  /// The answer of a store, once it has arrived.
  private final class Answer<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, StoreError>?>(nil)
  }
}

/// Runs the work that a command waits for on threads of Dispatch.
private final class WaitedForExecutor: TaskExecutor {
  static let shared = WaitedForExecutor()
  private let queue = DispatchQueue(label: "duecal.stores", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
