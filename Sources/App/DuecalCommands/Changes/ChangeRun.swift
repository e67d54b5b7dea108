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
  ///   - mayMake: Whether a missing file is created.
  ///   - change: Plans the change; called again for each attempt.
  func run(
    _ given: [String], mayMake: Bool = false,
    change: (inout ChangeDraft, inout Messages) throws -> Void
  ) throws {
    let paths = try DefaultSources.paths(given, runEnvironment)
    try StoreAddressCheck.refuse(
      paths, for: .init(ofChange: command), runEnvironment: runEnvironment)
    var messages = Messages(
      options.verbosity, runEnvironment, to: options.json ? nil : .error)
    for attempt in 0..<Self.attempts {
      if attempt > 0 { usleep(Self.pause(before: attempt)) }
      var draftMessages = messages
      if try attemptChange(paths, mayMake, change: change, messages: &draftMessages) {
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
    _ paths: [String], _ mayMake: Bool,
    change: (inout ChangeDraft, inout Messages) throws -> Void, messages: inout Messages
  ) throws -> Bool {
    let files = read(paths, mayMake, messages: &messages)
    var draft = ChangeDraft(files, clock, configuration: runEnvironment.configuration)
    do {
      if !files.isEmpty { try change(&draft, &messages) }
    } catch let status as ExitStatus {
      messages.note(status)
      draft = ChangeDraft(files, clock, configuration: runEnvironment.configuration)
    }
    report(draft.changes.faults, .error, files: files, messages: &messages)
    report(draft.changes.repeats, .note, files: files, messages: &messages)
    let report = ChangeReport(draft, options)
    guard options.dryRun || report.isUnchanged || write(report, &messages) else { return false }
    if options.dryRun { report.showDifference(&messages) }
    report.print(messages)
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
      document: TaskDocument(bytes: [], dialect: dialect))
  }

  // MARK: Writing

  /// Writes the files; false if one has changed since it was read, and then none is written.
  private func write(_ report: ChangeReport, _ messages: inout Messages) -> Bool {
    do {
      let state = try StateFolder(runEnvironment)
      let edits = FileEdits(
        keepingIn: state.backups, command: command, time: runEnvironment.now.seconds,
        purpose: .of(options.verbosity, runEnvironment),
        care: options.forceEditing ? .none : .open, swapFolders: state.swapFolders)
      messages.report(try edits.recover(), edits)
      return try ChangeWriting(edits).writeAll(report.edits, state, messages: &messages)
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
    _ faults: [TaskChangeFault], _ severity: Severity, files: [TaskFile],
    messages: inout Messages
  ) {
    for fault in faults {
      let document = files[fault.line.file].document
      let offset = document.lines[fault.line.line].text.lowerBound
      let place = document.place(ofByte: offset, line: fault.line.line)
      messages.report(
        Diagnostic(severity, at: place, message: fault.reason), file: files[fault.line.file].name)
    }
  }
}
