/// A lock for asynchronous code; waiting tasks get it in the order in which they came.
package actor AsyncLock {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a lock that is free.
  package init() {}

  /// Runs a closure while no other task holds the lock.
  package func withLock<Value: Sendable, Failure: Error>(
    _ body: @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await begin()
    defer { end() }
    return try await body()
  }

  private func begin() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    guard !waiting.isEmpty else {
      isTaken = false
      return
    }
    waiting.removeFirst().resume()
  }
}
