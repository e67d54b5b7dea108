import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import LineState
import TaskDates
import TaskText
import UserFiles

/// One run of `undo` or `redo`.
struct Reversal {
  /// The direction through the history.
  enum Direction: String {
    case undo, redo

    var isUndo: Bool { self == .undo }
  }

  let runEnvironment: RunEnvironment
  /// The default files and folders.
  private var usual: [String] { DefaultSources.usual(runEnvironment) }
  private let direction: Direction
  private let target: ReversalTarget
  private let writing: ReversalWriting
  private let verbosity: VerbosityOptions
  private let state: StateFolder
  /// How often to try again if other programs change the files meanwhile.
  private static let attempts = 5

  init(
    _ direction: Direction, _ target: ReversalTarget, writing: ReversalWriting,
    verbosity: VerbosityOptions
  ) throws {
    self.direction = direction
    self.target = target
    self.writing = writing
    self.verbosity = verbosity
    runEnvironment = try RunEnvironment.current()
    try StoreAddressCheck.refuse(
      [target.file].compactMap(\.self), for: .undoing, runEnvironment: runEnvironment)
    state = try StateFolder(runEnvironment)
  }

  var backups: Backups { state.backups }

  /// Reads the history only.
  func reading(
    _ body: (EditHistory, inout Messages) throws -> Void
  ) throws {
    var messages = Messages(verbosity, runEnvironment)
    try reporting(&messages) { messages in
      let history = try target.history(backups)
      messages.warn(ofDamagedLines: history.damagedLines, backups)
      try body(history, &messages)
    }
    try messages.status.throwUnlessDone()
  }

  /// Undoes or redoes a run.
  func run() throws {
    var messages = Messages(verbosity, runEnvironment)
    try reporting(&messages) { messages in
      for _ in 0..<Self.attempts {
        if try attempt(&messages) { return }
      }
      messages.fail("the files keep changing, so nothing is written; try again later", .tryAgain)
    }
    try messages.status.throwUnlessDone()
  }

  /// Reports why a file, or the state of syncs, cannot be read or written.
  private func reporting(
    _ messages: inout Messages, _ body: (inout Messages) throws -> Void
  ) throws {
    do {
      try body(&messages)
    } catch let error as FileError {
      messages.reportUnwritable(error)
    } catch let error as StoreError {
      messages.fail("\(error)", ExitStatus(error))
    }
  }

  /// Tries once; false if a file changed since it was read.
  private func attempt(_ messages: inout Messages) throws -> Bool {
    if !writing.dryRun { try state.recover(edits(.change), &messages) }
    let known = try target.history(backups)
    guard known.damagedLines.isEmpty else {
      messages.refuse(ofDamagedLines: known.damagedLines, backups)
      return true
    }
    let history = try RunHistory(known, runEnvironment)
    if target.file == nil, let sync = history.reversal(of: target.number, direction) {
      return try reverse(sync, in: history, &messages)
    }
    guard let plan = try plan(history, &messages), messages.status == .done else { return true }
    if writing.dryRun {
      show(plan, &messages)
      return true
    }
    return try write(
      plan, ReversedEdits(plan, in: history.edits, backups: backups), messages: &messages)
  }

  private func edits(_ purpose: BackedUpEdit.Purpose) -> FileEdits {
    state.edits(
      by: direction.rawValue, purpose, isForced: writing.forceEditing, runEnvironment)
  }

  // MARK: Syncs

  /// Undoes or redoes a sync in the files, and then in the stores; false if a file changed since it was read.
  private func reverse(
    _ sync: SyncUndo, in history: RunHistory, _ messages: inout Messages
  ) throws -> Bool {
    if let later = sync.laterQuietRun {
      messages.fail(
        "run \(sync.run.number) is not the last sync of these stores: run \(later) was made with -q or by a "
          + "service; expected duecal undo --run \(later), or --run \(sync.run.number)", .refused)
      return true
    }
    var files: [String] = []
    if let run = history.files.run(sync.run.number),
      run.changes.contains(where: { $0.isUndone != sync.isUndo })
    {
      let plan = check(
        try ReversalPlan(run, toUndo: sync.isUndo, backups: backups), &messages)
      guard messages.status == .done else { return true }
      let reversed = ReversedEdits(plan, in: history.edits, backups: backups)
      if writing.dryRun {
        show(plan, &messages)
      } else {
        guard try write(plan, reversed, messages: &messages) else { return false }
        files = plan.files.map(\.path)
      }
    }
    guard [.done, .wouldChange].contains(messages.status) else { return true }
    try sync.run(
      isDryRun: writing.dryRun, isQuiet: verbosity.level.quiet, files: files, &messages)
    return true
  }

  // MARK: Choosing

  /// What to write; nil if there is nothing.
  private func plan(
    _ history: RunHistory, _ messages: inout Messages
  ) throws -> ReversalPlan? {
    if let number = target.number { return try plan(number, history, messages: &messages) }
    for run in direction.isUndo ? history.files.undoable : history.files.redoable {
      let plan = try ReversalPlan(run, toUndo: direction.isUndo, backups: backups)
      if plan.isNothing {
        report(plan, &messages)
      } else {
        return check(plan, history, &messages)
      }
    }
    reportNothingToDo(history.files, &messages)
    return nil
  }

  /// The plan for a named run; to undo the run of an `undo` means to redo what it undid.
  private func plan(
    _ number: Int, _ history: RunHistory, messages: inout Messages
  ) throws -> ReversalPlan? {
    guard let run = history.files.run(number) else {
      if let sync = history.inStores(number), target.file == nil {
        reportNothingToDo(in: sync.number, isUndone: sync.isUndone, &messages)
        return nil
      }
      messages.fail("there is no run \(number)\(place); duecal undo --list shows all", .noInput)
      return nil
    }
    let toUndo = direction.isUndo && !history.files.isUndo(number)
    let plan = try ReversalPlan(run, toUndo: toUndo, backups: backups)
    guard plan.isNothing else { return check(plan, history, &messages) }
    report(plan, &messages)
    return nil
  }

  private var place: String { target.file.map { " of \($0)" } ?? "" }

  private func reportNothingToDo(_ replay: EditHistory.Replay, _ messages: inout Messages) {
    let run = direction.isUndo ? replay.lastInBackground : nil
    let hint = run.map {
      "; run \($0.number) was made with -q or by a service: use duecal undo --run \($0.number)"
    }
    let file = target.file.map { " in \($0)" } ?? ""
    messages.fail("nothing to \(direction.rawValue)\(file)\(hint ?? "")", .noInput)
  }

  private func report(_ plan: ReversalPlan, _ messages: inout Messages) {
    reportNothingToDo(in: plan.run.number, isUndone: plan.isUndo, &messages)
  }

  private func reportNothingToDo(in run: Int, isUndone: Bool, _ messages: inout Messages) {
    messages.warn("run \(run) is already \(isUndone ? "undone" : "in place")")
  }

  /// The plan, after a report of all obstacles; one is that the run also wrote in stores.
  private func check(
    _ plan: ReversalPlan, _ history: RunHistory, _ messages: inout Messages
  ) -> ReversalPlan {
    if let sync = history.inStores(plan.run.number) {
      let number = plan.run.number
      let advice = "duecal \(plan.isUndo ? "undo" : "redo") --run \(number)"
      messages.fail(
        sync.isOfOneStore
          ? "run \(number) also changed a store; expected \(advice)"
          : "run \(number) is a sync, which also wrote in a store; expected \(advice)", .refused)
    }
    return check(plan, &messages)
  }

  /// The plan, after a report of all obstacles in files.
  private func check(_ plan: ReversalPlan, _ messages: inout Messages) -> ReversalPlan {
    if plan.run.isThinned, target.file == nil {
      messages.fail(
        "run \(plan.run.number): some of its backups have been removed to save space; expected FILE, to "
          + "\(direction.rawValue) it in one file", .refused)
    }
    for (name, objection) in plan.objections {
      messages.report(
        objection, shown: target.shown(name, among: usual), plan: plan, backups: backups)
    }
    return plan
  }

  // MARK: Writing

  private func show(_ plan: ReversalPlan, _ messages: inout Messages) {
    for file in plan.files {
      let diff = UnifiedDiff(file.old, file.new)
      Output.standard.write(difference: diff.printed(path: file.path))
    }
    if writing.exitCode { messages.note(.wouldChange) }
  }

  private func write(
    _ plan: ReversalPlan, _ reversed: ReversedEdits, messages: inout Messages
  ) throws -> Bool {
    let number = plan.run.number
    let edits = edits(plan.isUndo ? .undo(number) : .redo(number))
    guard try write(plan.files, reversing: reversed, by: edits, &messages) else {
      return false
    }
    guard messages.status == .done else { return true }
    for file in plan.files {
      let shown = target.shown(FileName(file.path), among: usual)
      if !verbosity.level.quiet {
        let word = plan.isUndo ? "undone" : "redone"
        let path = HomePath.shown(shown, on: .standard)
        Output.standard.print("\(path): \(word): \(plan.run.command) (run \(number))".visible)
      }
      let diff = UnifiedDiff(file.old, file.new)
      messages.log("\(shown): +\(diff.addedCount) -\(diff.removedCount) lines")
    }
    return true
  }

  /// Writes the files and what imports remember of them; false if one changed since it was read.
  private func write(
    _ files: [ChangedFile], reversing reversed: ReversedEdits, by edits: FileEdits,
    _ messages: inout Messages
  ) throws -> Bool {
    do {
      return try UndoneImport(state, runEnvironment).save(files, reversing: reversed, by: edits)
    } catch let error as StateError {
      messages.note(messages.status(of: error))
      return true
    }
  }
}
