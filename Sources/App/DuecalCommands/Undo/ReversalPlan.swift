import Diagnostics
import ExactText
import TaskText
import UserFiles

/// What to write to undo or redo a run: in all of its files, or in none.
struct ReversalPlan {
  /// Why a file cannot be changed.
  enum Objection {
    /// The file is gone.
    case missing(BackedUpEdit.Content)
    /// The words of the run were edited since.
    case edited(TextPatch.Obstacle, at: Place, BackedUpEdit.Content)
    /// A person has put something below a line that the run added.
    case putBelow(StrandedLine, at: Place, BackedUpEdit.Content)
    /// The file was edited since, and there is no backup of what the run wrote.
    case unkept(BackedUpEdit.Content)
  }

  /// The run.
  let run: EditHistory.Run
  /// True to undo it, false to redo it.
  let isUndo: Bool
  /// The files to write.
  private(set) var files: [ChangedFile] = []
  /// The files that cannot be changed.
  private(set) var objections: [(name: FileName, objection: Objection)] = []

  init(_ run: EditHistory.Run, toUndo: Bool, backups: Backups) throws(FileError) {
    self.run = run
    isUndo = toUndo
    for change in run.changes where change.isUndone != toUndo { try add(change, backups) }
  }

  /// The plan for one file alone, in the direction that is possible.
  init(
    _ run: EditHistory.Run, _ change: EditHistory.Change, backups: Backups
  ) throws(FileError) {
    self.run = run
    isUndo = !change.isUndone
    try add(change, backups)
  }

  /// True if no file has to change.
  var isNothing: Bool { files.isEmpty && objections.isEmpty }

  private mutating func add(
    _ change: EditHistory.Change, _ backups: Backups
  ) throws(FileError) {
    guard let first = change.spans.first?.before else { return }
    do throws(FileError) {
      let present = try Self.present(change)
      guard change.spans.count > 1 || !first.matches(present) else { return }
      switch try Self.reversed(change, in: present, backups: backups) {
      case .success(let bytes):
        files.append(ChangedFile(path: change.path, old: present, new: bytes))
      case .failure(let failure): objections.append((change.name, failure.objection))
      }
    } catch {
      guard error.isMissing else { throw error }
      objections.append((change.name, .missing(first)))
    }
  }

  /// The bytes of a file now; a file that is gone has none, if that is what the run left of it.
  private static func present(_ change: EditHistory.Change) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      return try FileSnapshot.regular(change.path).bytes
    } catch {
      guard error.isMissing, change.spans.last?.after.matches([]) == true else { throw error }
      return []
    }
  }

  private struct Failure: Error { let objection: Objection }

  /// A file's bytes without the change; it undoes the edits from the last to the first.
  private static func reversed(
    _ change: EditHistory.Change, in present: [UInt8], backups: Backups
  ) throws(FileError) -> Result<[UInt8], Failure> {
    var text = present
    for span in change.spans.reversed() {
      let first = change.spans[0].before
      guard let before = try backups.version(span.before) else {
        return .failure(Failure(objection: .unkept(first)))
      }
      if span.after.matches(text) {
        text = before
        continue
      }
      guard let after = try backups.version(span.after) else {
        return .failure(Failure(objection: .unkept(first)))
      }
      do throws(TextPatch.Obstacle) {
        let new = try TextPatch(from: after, to: before).applied(to: text)
        let document = TaskDocument(bytes: text, dialect: TaskDialect(path: change.path))
        if let line = StrandedLine(in: document, addedTo: after, leaving: new) {
          return .failure(
            Failure(objection: .putBelow(line, at: document.place(ofByte: line.offset), first)))
        }
        text = new
      } catch {
        let place = TaskDocument(bytes: text).place(ofByte: error.offset)
        return .failure(Failure(objection: .edited(error, at: place, first)))
      }
    }
    return .success(text)
  }
}

extension Messages {
  /// Reports why a file cannot be changed, in one line.
  mutating func report(
    _ objection: ReversalPlan.Objection, shown: String, plan: ReversalPlan, backups: Backups
  ) {
    let run = "run \(plan.run.number)"
    switch objection {
    case .missing(let before):
      fail(
        "\(shown): the file is gone; its content before \(run) is \(backups.path(of: before))",
        .refused)
    case .unkept(let before):
      fail(
        "\(shown): the file was changed after \(run), and what \(run) wrote is not among the "
          + "backups; its content before is \(backups.path(of: before))", .refused)
    case .edited(let obstacle, let place, let before):
      refuse(obstacle.sentence(after: run), at: place, shown, plan, backups.path(of: before))
    case .putBelow(let line, let place, let before):
      let sentence = "\(line.text.quoted) was put below \(line.parent.quoted) after \(run)"
      refuse(sentence, at: place, shown, plan, backups.path(of: before))
    }
  }

  private mutating func refuse(
    _ reason: String, at place: Place, _ file: String, _ plan: ReversalPlan, _ backup: String
  ) {
    let sentence =
      "\(reason); nothing is \(plan.isUndo ? "undone" : "redone"); the content of the file before is \(backup)"
    report(Diagnostic(.error, at: place, message: sentence), file: file)
    note(.refused)
  }

  /// Warns that some lines of the index are damaged.
  mutating func warn(ofDamagedLines lines: [Int], _ backups: Backups) {
    for line in lines.prefix(3) {
      warn("\(backups.indexPath):\(line): this line is damaged; remove it")
    }
  }

  /// Refuses an index with damaged lines, because the last run is not known.
  mutating func refuse(ofDamagedLines lines: [Int], _ backups: Backups) {
    for line in lines.prefix(3) {
      fail(
        "\(backups.indexPath):\(line): this line is damaged, so what can be undone is not known; remove the "
          + "line", .dataError)
    }
  }

  /// Reports what a killed run left, what was done about it, and damaged lines of the index.
  mutating func report(_ recovered: [FileEdits.Recovery], _ edits: FileEdits) {
    warn(ofDamagedLines: edits.damagedLines, edits.backups)
    for recovery in recovered {
      let edit = recovery.edit
      switch recovery.kind {
      case .completed, .reverted: break
      case .doubtful:
        warn(
          "\(edit.path): a run was killed while it wrote, and the file was changed since; its "
            + "content before is \(edits.backups.path(of: edit.before))")
      case .unrecoverable:
        warn(
          "\(edit.path): a run was killed while it wrote, and its backups are gone; the file stays "
            + "as it is, so check whether it is complete")
      case .changedSince:
        warn(
          "\(edit.path): a run was killed between two files, and this one was changed since; what it "
            + "moved may be in both")
      }
    }
  }
}

extension TextPatch.Obstacle {
  /// The obstacle, in words.
  fileprivate func sentence(after run: String) -> String {
    switch kind {
    case .changed where expected != found:
      "\(expected.quoted) was changed to \(found.quoted) after \(run)"
    case .changed: "\(expected.quoted) was changed after \(run)"
    case .removed: "\(expected.quoted) was removed after \(run)"
    case .surroundings:
      "the text around the place of \(expected.quoted) was changed after \(run)"
    case .ambiguous: "the same text as that of \(run) appears in several places here"
    }
  }
}
