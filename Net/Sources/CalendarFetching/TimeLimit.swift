/// What a task has to say within so much time; nil, and the task is cancelled, where it takes longer.
package func within<Value: Sendable>(
  _ time: Duration, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask(operation: body)
    group.addTask {
      try? await Task.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}
