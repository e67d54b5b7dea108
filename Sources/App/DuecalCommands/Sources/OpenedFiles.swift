import Diagnostics
import ICalendar
import Parallel
import TaskText
import UserFiles

/// A file as it was read, before anything about it is reported.
struct OpenedFile: Sendable {
  /// The bytes, or why they cannot be read.
  let snapshot: Result<FileSnapshot, FileError>
  /// Why the file is too large.
  private(set) var refusal: String?
  /// The text; nil for a file that cannot be read, is too large or is a calendar.
  private(set) var document: TaskDocument?
  /// Why the text is not that of a task file.
  private(set) var fault: Diagnostic?
  /// The file as a cache of notes keeps it; nil for a file that it does not keep.
  private(set) var note: NoteCache.Note?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: The path, or `-` for standard input.
  ///   - dialect: The dialect; nil for that of the file's extension.
  ///   - settings: How Markdown is read in a file.
  ///   - takesCalendars: Whether the command also takes calendars, which are not read as text.
  ///   - cache: The notes that need not be read again; nil to read all files.
  init(
    _ name: String, dialect: TaskDialect?, settings: (String) -> MarkdownSettings,
    takesCalendars: Bool, cache: NoteCache? = nil
  ) {
    let cache = dialect == nil && TaskDialect(path: name) == .markdown ? cache : nil
    let stamp = cache == nil ? nil : ChangeStamp(path: name)
    if let stamp, let note = cache?.note(name, stamp) {
      let bytes = Array(note.bytes)
      snapshot = .success(FileSnapshot(bytes: bytes, stamp))
      document = TaskDocument(bytes: bytes, dialect: .markdown, settings: settings(name))
      self.note = note
      return
    }
    do throws(FileError) {
      let read = name == "-" ? try FileSnapshot.standardInput() : try FileSnapshot.read(name)
      snapshot = .success(read)
      if takesCalendars, CalendarFiles.isOne(read.bytes, name) { return }
      refusal = InputLimits.ofTaskFiles.refusal(of: read.bytes)
      guard refusal == nil else { return }
      let dialect = dialect ?? TaskDialect(path: name)
      let text = TaskDocument(
        bytes: read.bytes, dialect: dialect,
        settings: dialect == .markdown ? settings(name) : .standard)
      fault = Self.fault(of: text, name, orCalendar: !takesCalendars)
      document = text
      if let stamp, fault == nil { note = cache?.note(of: text, stamp) }
    } catch {
      snapshot = .failure(error)
    }
  }

  /// The reason why a file is left out: it is not UTF-8, or it is a calendar where tasks are expected.
  private static func fault(
    of document: TaskDocument, _ name: String, orCalendar refusesCalendars: Bool
  ) -> Diagnostic? {
    if refusesCalendars, CalendarFiles.holdsOne(document.bytes, name) {
      return Diagnostic(
        .error, at: Place(line: 1, column: 1),
        message: "this is a calendar; use `duecal import` to make tasks of it")
    }
    guard let fault = document.firstInvalidByte else { return nil }
    let byte = String(document.bytes[fault], radix: 16, uppercase: true)
    return Diagnostic(
      .error, at: document.place(ofByte: fault),
      message: "the byte 0x\(byte) is not UTF-8, so the file is left out; expected text in UTF-8")
  }
}

/// The files of a folder, which all processors read; a single file is read when it is asked for.
struct OpenedFiles {
  /// The number of files that a thread reads at a time.
  private static let portion = 64

  private let names: [String]
  private let dialect: TaskDialect?
  private let settings: @Sendable (String) -> MarkdownSettings
  private let takesCalendars: Bool
  private let files: [OpenedFile]

  /// Reads the files, if there are several.
  ///
  /// - Parameter cache: The notes that need not be read again; nil to read all files.
  init(
    _ names: [String], dialect: TaskDialect?,
    settings: @escaping @Sendable (String) -> MarkdownSettings, takesCalendars: Bool,
    cache: NoteCache? = nil
  ) {
    self.names = names
    self.dialect = dialect
    self.settings = settings
    self.takesCalendars = takesCalendars
    guard names.count > 1 else {
      files = []
      return
    }
    files = Parallel.flatMap(names, portion: Self.portion, threads: Processors.count) { names in
      names.map {
        OpenedFile(
          $0, dialect: dialect, settings: settings, takesCalendars: takesCalendars, cache: cache)
      }
    }
    cache?.save(zip(names, files).compactMap { name, file in file.note.map { (name, $0) } })
  }

  /// The file of a name, by its index.
  func file(_ index: Int) -> OpenedFile {
    files.isEmpty
      ? OpenedFile(
        names[index], dialect: dialect, settings: settings, takesCalendars: takesCalendars)
      : files[index]
  }
}

extension InputLimits {
  /// The maximum number of lines in a task file, more than any person writes.
  static let ofTaskFiles = InputLimits.lineEndsAlone(3_000_000)
}
