import ArgumentParser
import Diagnostics
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// Which files a command reads.
struct SourceOptions: ParsableArguments {
  @Argument(
    help:
      "Task files, folders of them, or - for standard input; by default those of DUECAL_FILES, else of the configuration.",
    completion: .file())
  var paths: [String] = []

  @OptionGroup var reading: ReadingOptions

  /// The endings of file names that a folder is searched for.
  var endings: [String] { reading.endings }

  /// The same with the usual files, where none is named.
  ///
  /// - Throws: `ExitStatus.usage`, which is said, where nobody names a file.
  func orUsual(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> SourceOptions {
    var sources = self
    sources.paths = try DefaultSources.paths(paths, runEnvironment)
    return sources
  }

  /// Reads all files; see `ReadingOptions`.
  func read(
    _ messages: inout Messages, _ runEnvironment: RunEnvironment,
    calendar: (([UInt8], String, inout Messages) -> Void)? = nil
  ) -> ReadSources {
    reading.read(paths, messages: &messages, runEnvironment: runEnvironment, calendar: calendar)
  }
}

/// How task files are read.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: .customLong("extension"),
    help: ArgumentHelp(
      "Read files of this extension in folders too, besides .taskpaper and .todo (may be repeated).",
      valueName: "ext"))
  var extensions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read bullets and tags as another program writes them; by default a file's extension says it.",
      valueName: "taskpaper|plaintasks|markdown|omnifocus"))
  var dialect: TaskDialect?

  /// The endings of file names that a folder is searched for.
  var endings: [String] {
    (["taskpaper", "todo"] + extensions).map { "." + $0.lowercased().drop { $0 == "." } }
  }

  /// Reads all files; one that cannot be read is said and left out, one that two paths lead to is
  /// read once.
  ///
  /// - Parameters:
  ///   - paths: Files, folders of them, or `-` for standard input.
  ///   - others: How many sources of another kind the command reads.
  ///   - calendarsInFolders: Whether a folder is searched for files of iCalendar as well.
  ///   - calendar: Handles an iCalendar file; without it such a file is refused.
  func read(
    _ paths: [String], besides others: Int = 0, messages: inout Messages,
    runEnvironment: RunEnvironment, calendarsInFolders: Bool = false,
    calendar: (([UInt8], String, inout Messages) -> Void)? = nil
  ) -> ReadSources {
    var read = ReadSources()
    var calendarCount = 0
    let search =
      calendarsInFolders
      ? FileSearch(endings: endings + CalendarFiles.endings, subject: "task files or calendars")
      : FileSearch(endings: endings, subject: "task files")
    for path in paths {
      let names = search.files(at: path, &read.isIncomplete, messages: &messages)
      if names.isEmpty, !read.isIncomplete { read.empty.append(path) }
      for (name, identity) in names {
        guard let snapshot = snapshot(name, &read, messages: &messages) else { continue }
        if let file = snapshot.identity, !read.identities.insert(file).inserted { continue }
        if let calendar, CalendarFiles.isOne(snapshot.bytes, name) {
          calendar(snapshot.bytes, name, &messages)
          calendarCount += 1
          continue
        }
        if snapshot.bytes.isEmpty, names.count == 1 { read.empty.append(path) }
        guard
          let file = file(
            name, identity, snapshot: snapshot, messages: &messages, runEnvironment: runEnvironment)
        else {
          read.isIncomplete = true
          continue
        }
        if let fault = Self.fault(of: file, orCalendar: calendar == nil) {
          messages.say(fault, file: name)
          read.isIncomplete = true
          read.refusedCount += 1
          continue
        }
        read.files.append(file)
      }
    }
    // One of several is an error in a file; if it was the only one, the input is wrong.
    let isAlone = read.files.isEmpty && calendarCount + others == 0
    if read.refusedCount > 0, isAlone { messages.note(.dataError) }
    return read
  }

  private func snapshot(
    _ name: String, _ read: inout ReadSources, messages: inout Messages
  ) -> FileSnapshot? {
    do {
      return name == "-" ? try FileSnapshot.standardInput() : try FileSnapshot.read(name)
    } catch {
      if error.isMissing { read.empty.append(name) } else { read.isIncomplete = true }
      messages.sayUnreadable(error)
      return nil
    }
  }

  private func file(
    _ name: String, _ identity: String, snapshot: FileSnapshot, messages: inout Messages,
    runEnvironment: RunEnvironment
  ) -> TaskFile? {
    if let refusal = InputLimits.ofTaskFiles.refusal(of: snapshot.bytes) {
      messages.say(Diagnostic(.error, at: Place(line: 1, column: 1), message: refusal), file: name)
      messages.note(.dataError)
      return nil
    }
    let document = TaskDocument(
      bytes: snapshot.bytes, dialect: dialect ?? TaskDialect(path: name))
    let modified = runEnvironment.sourceDate ?? Instant(stamp: snapshot.modified ?? 0)
    return TaskFile(name: name, identity: identity, modified: modified, document: document)
  }

  /// Why a file is left out: it is not UTF-8, or it is a calendar where tasks are expected.
  private static func fault(of file: TaskFile, orCalendar refusesCalendars: Bool) -> Diagnostic? {
    let document = file.document
    if refusesCalendars, CalendarFiles.holdsOne(document.bytes, file.name) {
      return Diagnostic(
        .error, at: Place(line: 1, column: 1),
        message: "this is a calendar; `duecal import` makes tasks of it")
    }
    guard let fault = document.firstInvalidByte else { return nil }
    let byte = String(document.bytes[fault], radix: 16, uppercase: true)
    return Diagnostic(
      .error, at: document.place(ofByte: fault),
      message: "the byte 0x\(byte) is not UTF-8; the file is left out, expected a text in UTF-8")
  }
}

extension InputLimits {
  /// The most lines of a task file; no person writes more.
  static let ofTaskFiles = InputLimits.lineEndsAlone(3_000_000)
}
