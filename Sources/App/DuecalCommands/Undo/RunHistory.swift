import CalendarSync
import UserFiles

/// What runs changed in files and in stores, which `undo`, `redo` and `undo --list` go through in one order: that of their
/// numbers.
struct RunHistory {
  /// The edits of files.
  let edits: EditHistory
  /// The runs that changed files.
  let files: EditHistory.Replay
  /// The runs that wrote in stores, oldest first.
  let inStores: [UndoableSync]
  private let runEnvironment: RunEnvironment

  /// Reads what the runs wrote in stores.
  ///
  /// - Parameter withStores: False for a list of what one file has.
  /// - Throws: `StoreError` if the state of syncs cannot be read; which run was the last one is not known then.
  init(_ edits: EditHistory, _ runEnvironment: RunEnvironment, withStores: Bool = true) throws {
    self.edits = edits
    files = edits.replay
    inStores = withStores ? try SyncStateFile(runEnvironment).copy().runs() : []
    self.runEnvironment = runEnvironment
  }

  /// What a run wrote in stores, whether it is undone or not; nil if it wrote in none.
  func inStores(_ run: Int) -> UndoableSync? { inStores.first { $0.number == run } }

  /// The note of a run that does not only edit files.
  func note(of run: Int) -> NotedRun? { edits.notedRuns.first { $0.number == run } }

  /// What a run wrote in stores, to be undone or redone: that with a number, or the last one; nil if there is nothing to do.
  func reversal(of number: Int?, _ direction: Reversal.Direction) -> SyncUndo? {
    if let number { return chosen(number, direction) }
    return direction.isUndo ? last : lastUndone
  }

  private func chosen(_ number: Int, _ direction: Reversal.Direction) -> SyncUndo? {
    let undone = note(of: number)?.undone
    let isUndo = direction.isUndo && undone == nil && !files.isUndo(number)
    let target = files.run(number)?.number ?? undone ?? number
    guard let run = inStores(target), run.isUndone != isUndo else { return nil }
    return SyncUndo(run, isUndo: isUndo, runEnvironment)
  }

  /// The last run that a person has seen, if it wrote in a store.
  private var last: SyncUndo? {
    let runs = inStores.filter { !$0.isUndone }
    guard let run = runs.last(where: { note(of: $0.number)?.purpose == .change }),
      run.number >= files.undoable.first?.number ?? 0
    else { return nil }
    let later = runs.last { $0.sync == run.sync && $0.number > run.number }?.number
    return SyncUndo(run, isUndo: true, laterQuietRun: later, runEnvironment)
  }

  /// The run that was undone last, if it wrote in a store.
  private var lastUndone: SyncUndo? {
    let undone = inStores.filter(\.isUndone)
    let ofStores = edits.notedRuns.last { noted in
      noted.number > lastChange && undone.contains { $0.number == noted.undone }
    }
    let ofFiles = files.redoable.first
    let actor = ofFiles?.changes.filter(\.isUndone).map(\.actor).max() ?? 0
    let number = actor > ofStores?.number ?? 0 ? ofFiles?.number : ofStores?.undone
    return undone.first { $0.number == number }.map {
      SyncUndo($0, isUndo: false, runEnvironment)
    }
  }

  /// The last run that a person has seen and that changed something, in files or stores; 0 if there was none.
  private var lastChange: Int {
    let noted = edits.notedRuns.last { $0.purpose == .change }?.number ?? 0
    return max(noted, edits.edits.last { $0.purpose == .change }?.run ?? 0)
  }
}

extension NotedRun {
  /// The run that this one undid; nil if it did something else.
  fileprivate var undone: Int? {
    if case .undo(let run) = purpose { run } else { nil }
  }
}
