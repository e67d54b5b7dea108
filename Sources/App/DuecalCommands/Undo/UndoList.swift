import CalendarSync
import ExactText
import TaskDates
import UserFiles

/// Prints `duecal undo --list`: a line for each file of each run, with number, time, file, command,
/// and whether it can be undone or redone.
struct UndoList {
  private let history: RunHistory
  private let target: ReversalTarget
  private let zone: Zone
  /// The default files and folders.
  private let usual: [String]

  init(
    _ history: RunHistory, _ target: ReversalTarget, zone: Zone, usual: [String]
  ) {
    self.history = history
    self.target = target
    self.zone = zone
    self.usual = usual
  }

  func print(_ backups: Backups) {
    var seen: Set<Row> = []
    var rest = history.inStores[...]
    for edit in history.edits.edits where edit.isKept || seen.insert(Row(edit)).inserted {
      while let sync = rest.first, sync.number < edit.run { print(sync, &rest) }
      let path = HomePath.shown(target.shown(edit.name, among: usual), on: .standard)
      print(edit.run, edit.time, path, name(edit), state(edit, backups))
    }
    while let sync = rest.first { print(sync, &rest) }
  }

  private func print(
    _ run: Int, _ time: Int?, _ subject: String, _ command: String, _ state: String
  ) {
    let time = time.flatMap { zone.civil(at: Instant(seconds: $0)) }.map(\.formattedDate) ?? ""
    let fields = ["\(run)", time, subject, command, state]
    Output.standard.print(fields.map(\.visible).joined(separator: "\t"))
  }

  /// Prints the next run that wrote in stores.
  private func print(_ sync: UndoableSync, _ rest: inout ArraySlice<UndoableSync>) {
    rest = rest.dropFirst()
    let noted = history.note(of: sync.number)
    let names = [sync.stores.a, sync.stores.b].filter { !$0.isEmpty }.joined(separator: ", ")
    let stores = HomePath.shown(names, on: .standard)
    let isSeen = noted?.purpose == .change
    let state = sync.isUndone ? "undone" : isSeen ? "can be undone" : "can be undone by --run"
    print(sync.number, noted?.time, stores, noted?.command ?? "sync", state)
  }

  /// The subject of one line: a run and a file.
  private struct Row: Hashable {
    let run: Int
    let name: FileName

    init(_ edit: BackedUpEdit) {
      run = edit.run
      name = edit.name
    }
  }

  private func name(_ edit: BackedUpEdit) -> String {
    let target = history.files.run(edit.run)?.number ?? edit.run
    return target == edit.run ? edit.command : "\(edit.command) of run \(target)"
  }

  private func state(_ edit: BackedUpEdit, _ backups: Backups) -> String {
    if edit.isKept { return "kept as \(edit.before.sum)" }
    guard let run = history.files.run(edit.run), run.number == edit.run,
      let change = run.changes.first(where: { $0.name == edit.name })
    else { return "-" }
    guard let plan = try? ReversalPlan(run, change, backups: backups) else {
      return "cannot be read"
    }
    if !plan.objections.isEmpty { return "changed since" }
    let words = change.isUndone ? "can be redone" : "can be undone"
    return run.purpose == .background ? "\(words) by --run" : words
  }
}

/// A file's bytes before a run, for `--to`.
struct OldVersion {
  private let history: EditHistory
  private let target: ReversalTarget

  init(_ history: EditHistory, _ target: ReversalTarget) {
    self.history = history
    self.target = target
  }

  func write(
    to path: String, _ backups: Backups, messages: inout Messages
  ) throws(FileError) {
    guard let edit else {
      return messages.fail("nothing to undo in \(target.file ?? "")", .noInput)
    }
    let bytes = try backups.bytes(of: edit.before)
    if path == "-" { return Output.standard.write(bytes) }
    if FileTree.realPath(path).map(FileName.init) == edit.name {
      return messages.fail(
        "\(path): this is the file itself; leave --to out to undo the edit", .refused)
    }
    _ = try FileReplacement.write(bytes, to: path)
  }

  /// The first edit of the run.
  private var edit: BackedUpEdit? {
    let replay = history.replay
    let run = target.number ?? (replay.undoable.first ?? replay.lastInBackground)?.number
    return history.edits.first { $0.run == run && !$0.isKept }
  }
}
