#if Network
/// One after the other: who waits is next in the order in which it came.
actor AsyncLock {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Does something while nobody else does.
  func withLock<Value: Sendable, Failure: Error>(
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
#endif
