public import CalendarStores
import ExactText
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
  ///   - undo: What is recorded to undo the run; nil for nothing.
  ///   - progress: Called after each group of changes, with their number.
  /// - Throws: `StoreError` if the state cannot be written, or a store fails completely; the next run continues.
  public func execute(
    _ plan: SyncPlan, at now: Instant, undo: UndoRecording? = nil,
    progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(StoreError) -> SyncResult {
    try await mark(hasChanges: !plan.steps.isEmpty)
    // What an earlier run was about to do in lists that cannot be read now.
    let kept = try state.intents(of: number)
    var execution = SyncExecution(self, plan)
    execution.undo = undo
    if let undo { try state.begin(run: undo.run, of: number) }
    try await execution.makeLists()
    try state.save(execution.lists, of: number)
    if plan.hasSignsOfSharing { try state.setShared(number) }
    for batch in execution.batches(of: { $0.isWrite }) {
      try state.save(execution.intents(of: batch), of: number)
      try await execution.write(batch)
      try execution.record(batch, at: now)
      progress(batch.count)
    }
    for batch in execution.batches(of: { $0.isMove }) {
      try state.save(execution.intents(of: batch), of: number)
      try await execution.move(batch)
      try execution.record(batch, at: now)
      progress(batch.count)
    }
    for batch in execution.batches(of: { $0.isRemoval }) {
      try await execution.write(batch)
      try execution.record(batch, at: now)
      progress(batch.count)
    }
    try await execution.dropLists()
    try await execution.noteParts()
    try execution.recordRest(at: now)
    try state.save([], forgetting: plan.orphaned, of: number)
    // Which of these changes were made after all is found out by the next run.
    let unsettled = execution.intents(of: execution.unsettled)
    try state.replaceIntents(with: kept + unsettled, of: number)
    let held = plan.steps.flatMap { step in SyncSide.allCases.compactMap { step.held[$0] } }
    try state.save(refusedChanges: execution.refused.union(held), of: number)
    try state.save(time: now, of: execution.equalLists, in: number)
    return execution.result
  }
}

/// What is recorded of a run, so that it can be undone.
public struct UndoRecording: Sendable {
  /// The number of the run, which its edits of files have too.
  public let run: Int
  /// The stores whose items are recorded; the edits of files are backed up.
  public let sides: Set<SyncSide>

  /// Creates a recording.
  public init(run: Int, sides: Set<SyncSide>) {
    self.run = run
    self.sides = sides
  }
}
