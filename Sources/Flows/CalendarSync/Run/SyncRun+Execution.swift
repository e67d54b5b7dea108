public import CalendarStores
public import TaskDates

extension SyncRun {
  /// Executes a plan: creates lists, creates and updates items, moves them, and removes items last.
  ///
  /// Each change names the version that was read, so an item that somebody changed meanwhile is left for the next run.
  /// What is written is read back, and recorded group by group.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - now: The time, for the record of conflicts.
  /// - Throws: `StoreError` if the state cannot be written, or a store fails completely; the next run continues.
  public func execute(_ plan: SyncPlan, at now: Instant) async throws(StoreError) -> SyncResult {
    var execution = SyncExecution(self, plan)
    try await execution.makeLists()
    try state.save(execution.lists, of: number)
    for batch in execution.batches(of: { $0.isWrite }) {
      try state.save(execution.intents(of: batch), of: number)
      try await execution.write(batch)
      try execution.record(batch, at: now)
    }
    for batch in execution.batches(of: { $0.isMove }) {
      try state.save(execution.intents(of: batch), of: number)
      try await execution.move(batch)
      try execution.record(batch, at: now)
    }
    for batch in execution.batches(of: { $0.isRemoval }) {
      try await execution.write(batch)
      try execution.record(batch, at: now)
    }
    try execution.recordRest(at: now)
    try state.save([], forgetting: plan.released, of: number)
    try state.removeIntents(of: number)
    // Whether a change that failed was made after all is found out by the next run.
    try state.save(execution.intents(of: execution.failed), of: number)
    return execution.result
  }
}
