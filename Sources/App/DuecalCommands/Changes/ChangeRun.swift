import Diagnostics
import ExactText
import Glibc
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import UserFiles

/// One change of task files, from reading them to reporting the change.
struct ChangeRun {
  let options: WritingOptions
  /// The name of the run in the history of edits.
  let command: String
  let runEnvironment: RunEnvironment
  let clock: RunClock
  /// The maximum number of attempts when another program writes the files at the same time.
  ///
  /// It lets each of fifty simultaneous runs finish: each retry of one means that another has succeeded.
  private static let attempts = 60

  init(_ options: WritingOptions, _ command: String) throws {
    self.options = options
    self.command = command
    runEnvironment = try RunEnvironment.current()
    clock = try RunClock(options.zones, runEnvironment)
  }

  /// Changes files.
  ///
  /// - Parameters:
  ///   - given: The paths that were given; the default files if there are none.
  ///   - names: The names of tasks; their files are changed if there are no default files either.
  ///   - mayMake: Whether a missing file is created.
  ///   - inStores: Whether the items of stores are changed too.
  ///   - change: Plans the change; called again for each attempt.
  func run(
    _ given: [String], naming names: [String] = [], mayMake: Bool = false, inStores: Bool = true,
    change: (inout ChangeDraft, inout Messages) throws -> Void
  ) throws {
    let paths = try DefaultSources.paths(given, naming: names, runEnvironment)
    if !inStores {
      try StoreAddressCheck.refuse(
        paths, for: .init(ofChange: command), runEnvironment: runEnvironment)
    }
    let sources = try ChangeSources(paths, runEnvironment)
    var messages = Messages(
      options.verbosity, runEnvironment, to: options.json ? nil : .error)
    for attempt in 0..<Self.attempts {
      if attempt > 0 { usleep(Self.pause(before: attempt)) }
      var draftMessages = messages
      if try attemptChange(sources, mayMake, change: change, messages: &draftMessages) {
        return try draftMessages.status.throwUnlessDone()
      }
    }
    messages.fail("the files keep changing, so nothing is written; try again later", .tryAgain)
    throw messages.status
  }

  /// The delay before a retry, in microseconds.
  ///
  /// It grows up to 160 ms, and is partly random so that runs that met do not meet again.
  private static func pause(before attempt: Int) -> UInt32 {
    UInt32(10_000 << min(attempt, 4)) / 2 + UInt32.random(in: 0..<80_000)
  }

  /// Makes the change once; false if a file has changed since it was read.
  private func attemptChange(
    _ sources: ChangeSources, _ mayMake: Bool,
    change: (inout ChangeDraft, inout Messages) throws -> Void, messages: inout Messages
  ) throws -> Bool {
    let stores = sources.open(self, messages: &messages)
    let files = read(sources.files + stores.files, mayMake, messages: &messages)
    let unchanged = ChangeDraft(
      files, stores, clock, configuration: runEnvironment.configuration)
    var draft = unchanged
    do {
      if !draft.files.isEmpty { try change(&draft, &messages) }
    } catch let status as ExitStatus {
      messages.note(status)
      if status == .noInput { stores.reportUnread(&messages) }
      draft = unchanged
    }
    report(draft.changes.faults, .error, of: draft, messages: &messages)
    report(draft.changes.repeats, .note, of: draft, messages: &messages)
    var report = ChangeReport(draft, options)
    var items = StoreEdits(report)
    if !items.faults.isEmpty {
      for fault in items.faults { messages.fail("\(fault); nothing is changed", .partial) }
      (report, items) = (ChangeReport(unchanged, options), StoreEdits())
    }
    items.reportLosses(&messages)
    guard options.dryRun || report.isUnchanged || write(report, &items, &messages) else {
      return false
    }
    if options.dryRun { report.showDifference(&messages) }
    report.print(messages, but: items.unwritten)
    return true
  }

  // MARK: Reading

  private func read(
    _ paths: [String], _ mayMake: Bool, messages: inout Messages
  ) -> [TaskFile] {
    guard !paths.contains("-") else {
      messages.fail("-: changes are written back; expected a file, not standard input", .usage)
      return []
    }
    let isNew = { (path: String) in mayMake && access(path, F_OK) != 0 }
    let new = paths.filter(isNew)
    let there = paths.filter { !isNew($0) }
    let files = options.reading.read(there, messages: &messages, runEnvironment: runEnvironment)
      .files
    return files + new.map(emptyFile)
  }

  private func emptyFile(_ path: String) -> TaskFile {
    let dialect = options.reading.dialect ?? TaskDialect(path: path)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return TaskFile(
      name: path, identity: name, modified: .epoch,
      document: TaskDocument(
        bytes: [], dialect: dialect, settings: runEnvironment.settings(ofFile: path)))
  }

  // MARK: Writing

  /// Writes the files, and then the items of stores; false if one has changed since it was read, and then none is
  /// written.
  private func write(
    _ report: ChangeReport, _ items: inout StoreEdits, _ messages: inout Messages
  ) -> Bool {
    do {
      let state = try StateFolder(runEnvironment)
      let purpose = BackedUpEdit.Purpose.of(options.verbosity, runEnvironment)
      let run =
        items.isEmpty
        ? nil
        : try state.backups.noteRun(
          command: command, time: runEnvironment.now.seconds, purpose: purpose)
      let edits = state.edits(
        by: command, purpose, isForced: options.forceEditing, run: run, runEnvironment)
      try state.recover(edits, &messages)
      let files = report.edits
      guard try edits.write(files) else { return false }
      guard let run else { return true }
      return items.write(
        StoreJournal(runEnvironment, run: run), mayRetry: files.isEmpty, &messages)
    } catch let error as FileError {
      messages.reportUnwritable(error)
    } catch let status as ExitStatus {
      messages.note(status)
    } catch {
      messages.fail("\(error)", .inputOutput)
    }
    return true
  }

  private func report(
    _ faults: [TaskChangeFault], _ severity: Severity, of draft: ChangeDraft,
    messages: inout Messages
  ) {
    let files = draft.files
    for fault in faults {
      if let list = draft.list(ofFile: fault.line.file) {
        let sentence = "\(list.label): \(draft.names.title(of: fault.line)): \(fault.reason)"
        if severity == .error { messages.fail(sentence, .partial) } else { messages.warn(sentence) }
        continue
      }
      let document = files[fault.line.file].document
      let offset = document.lines[fault.line.line].text.lowerBound
      let place = document.place(ofByte: offset, line: fault.line.line)
      messages.report(
        Diagnostic(severity, at: place, message: fault.reason), file: files[fault.line.file].name)
    }
  }
}
