import CalendarImports
import ExactText
import LineState
import UserFiles

/// The edits of a run that is undone or redone.
///
/// They identify the lines that the run changed.
struct ReversedEdits {
  private let edits: [BackedUpEdit]
  private let direction: ReversedRun.Direction
  private let backups: Backups

  init(_ plan: ReversalPlan, in history: EditHistory, backups: Backups) {
    edits = history.edits.filter { $0.run == plan.run.number }
    direction = plan.isUndo ? .undo : .redo
    self.backups = backups
  }

  /// A run for which only its direction is recorded.
  var unrecorded: ReversedRun { ReversedRun(direction, [], text: []) }

  /// The changes of the run to the lines of each pair in a file; empty if they are no longer recorded.
  func runs(in file: String, _ state: LineRegistry) throws -> [LineRegistry.Pair: ReversedRun] {
    let name = FileName(file)
    for edit in edits where edit.name == name {
      let changed = try state.lineChanges(
        in: file, before: edit.before.sum, after: edit.after.sum)
      guard !changed.isEmpty,
        let text = try backups.version(direction == .undo ? edit.before : edit.after)
      else { continue }
      return changed.mapValues { ReversedRun(direction, $0, text: text) }
    }
    return [:]
  }
}
