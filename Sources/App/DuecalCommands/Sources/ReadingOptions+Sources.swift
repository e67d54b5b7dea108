import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import TaskText
import UserFiles

/// The options for the files that a command reads.
struct SourceOptions: ParsableArguments {
  @Argument(
    help:
      "Task files, folders of them, or - for standard input; by default those of DUECAL_FILES or the configuration.",
    completion: StoreCompletion.ofSources)
  var paths: [String] = []

  @OptionGroup(title: "Which files, and how they are read") var named: FileOptions
  @OptionGroup(title: "Which files, and how they are read") var reading: ReadingOptions

  /// The paths that were given, as arguments and as options.
  var given: [String] { paths + named.file }

  /// The same options with the default files, if no file is named.
  ///
  /// - Throws: `ExitStatus.usage`, after a report, where no default file is set.
  func orUsual(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> SourceOptions {
    var sources = self
    sources.paths = try DefaultSources.paths(given, runEnvironment)
    sources.named.file = []
    return sources
  }

  /// Reads all files; see `ReadingSettings`.
  func read(
    _ messages: inout Messages, _ runEnvironment: RunEnvironment,
    calendar: (([UInt8], String, String, inout Messages) -> Void)? = nil
  ) -> ReadSources {
    reading.read(paths, messages: &messages, runEnvironment: runEnvironment, calendar: calendar)
  }
}

/// The options for reading task files.
struct ReadingOptions: ParsableArguments, ReadingSettings {
  @Option(name: .customLong("extension"), help: .extensions)
  var extensions: [String] = []

  @Option(help: .dialect)
  var dialect: TaskDialect?

  /// The extensions of file names in folders: duecal's own, those of the configuration, and some others.
  static func endings(_ runEnvironment: RunEnvironment, _ extensions: [String] = []) -> [String] {
    let others = (runEnvironment.configuration.extensions ?? []) + extensions
    return (["taskpaper", "todo"] + others).map { "." + $0.lowercased().drop { $0 == "." } }
  }
}

/// The options of a command that reads task files.
protocol ReadingSettings {
  /// More extensions of the files that are read in folders.
  var extensions: [String] { get }
  /// How bullets and tags are read; nil if the extension of a file decides.
  var dialect: TaskDialect? { get }
}

extension ReadingSettings {
  /// The extensions of file names in folders: duecal's own, those of the configuration, and the given ones.
  func endings(_ runEnvironment: RunEnvironment) -> [String] {
    ReadingOptions.endings(runEnvironment, extensions)
  }

  /// Reads all files; those that cannot be read are reported and left out, a file with two paths is read once.
  ///
  /// - Parameters:
  ///   - paths: Files, folders of them, or `-` for standard input.
  ///   - others: The number of sources of other kinds that the command reads.
  ///   - calendarsInFolders: Whether folders are searched for iCalendar files as well.
  ///   - needsProse: False if the command needs only the tasks of Markdown notes, which then are read only after a change.
  ///   - calendar: Handles an iCalendar file, with its name and the path that led to it; without it such a file is
  ///     refused.
  func read(
    _ paths: [String], besides others: Int = 0, messages: inout Messages,
    runEnvironment: RunEnvironment, calendarsInFolders: Bool = false,
    needsProse: Bool = true,
    calendar: (([UInt8], String, String, inout Messages) -> Void)? = nil
  ) -> ReadSources {
    var read = ReadSources()
    var calendarCount = 0
    let endings = endings(runEnvironment)
    let rules = runEnvironment.configuration.folderRules
    let search =
      calendarsInFolders
      ? FileSearch(
        endings: endings + CalendarFiles.endings, subject: "task files or calendars", rules: rules)
      : FileSearch(endings: endings, subject: "task files", rules: rules)
    for path in search.withoutCopies(paths, &messages) {
      let names = search.files(at: path, &read.isIncomplete, messages: &messages)
      if names.isEmpty, !read.isIncomplete { read.empty.append(path) }
      let cache =
        needsProse || names.count < NoteCache.fewestFiles ? nil : NoteCache(path, runEnvironment)
      let opened = OpenedFiles(
        names.map(\.name), dialect: dialect, settings: { runEnvironment.settings(ofFile: $0) },
        takesCalendars: calendar != nil, cache: cache)
      for (index, (name, identity)) in names.enumerated() {
        let opened = opened.file(index)
        guard let snapshot = snapshot(opened, name, &read, messages: &messages) else { continue }
        if let file = snapshot.identity, !read.identities.insert(file).inserted { continue }
        if let calendar, CalendarFiles.isOne(snapshot.bytes, name) {
          calendar(snapshot.bytes, name, path, &messages)
          calendarCount += 1
          continue
        }
        if snapshot.bytes.isEmpty, names.count == 1 { read.empty.append(path) }
        guard
          let file = file(
            name, identity, opened, snapshot: snapshot, messages: &messages,
            runEnvironment: runEnvironment)
        else {
          read.isIncomplete = true
          continue
        }
        if let fault = opened.fault {
          messages.report(fault, file: name)
          read.isIncomplete = true
          read.refusedCount += 1
          continue
        }
        read.files.append(file)
        if file.isTaskless, path != "-", !FileTree.isFolder(path) { read.taskless.append(name) }
      }
    }
    // With several files it is an error of one; with a single file, the input is wrong.
    let isAlone = read.files.isEmpty && calendarCount + others == 0
    if read.refusedCount > 0, isAlone { messages.note(.dataError) }
    return read
  }

  private func snapshot(
    _ opened: OpenedFile, _ name: String, _ read: inout ReadSources, messages: inout Messages
  ) -> FileSnapshot? {
    do throws(FileError) {
      return try opened.snapshot.get()
    } catch {
      if error.isMissing { read.empty.append(name) } else { read.isIncomplete = true }
      messages.reportUnreadable(error)
      return nil
    }
  }

  private func file(
    _ name: String, _ identity: String, _ opened: OpenedFile, snapshot: FileSnapshot,
    messages: inout Messages, runEnvironment: RunEnvironment
  ) -> TaskFile? {
    if let refusal = opened.refusal {
      messages.report(
        Diagnostic(.error, at: Place(line: 1, column: 1), message: refusal), file: name)
      messages.note(.dataError)
      return nil
    }
    guard let document = opened.document else { return nil }
    let modified = runEnvironment.sourceDate ?? Instant(stamp: snapshot.modified ?? 0)
    return TaskFile(name: name, identity: identity, modified: modified, document: document)
  }
}

extension TaskFile {
  /// True for a file with text and no task; a list of projects, to which tasks may come, is not meant.
  fileprivate var isTaskless: Bool {
    guard !hasTask, document.lines.contains(where: { $0.kind != .blank }) else { return false }
    return document.dialect == .markdown || !document.lines.contains { $0.kind == .project }
  }
}
