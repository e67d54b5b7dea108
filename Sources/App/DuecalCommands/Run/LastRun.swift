import DuecalConfiguration
import ExactText
import TaskDates
import TaskText
import UserFiles

/// Recognises an export or import that would repeat the last one, without reading its files.
///
/// A file in the cache folder has a checksum of all that the last run depended on: its arguments, settings and day, and
/// the stamps of its sources, the configuration, the time zones, the state and its output. If this run has the same
/// checksum, it only repeats what the last one reported. Deleting the file loses nothing.
struct LastRun {
  /// Files and folders that a run reads.
  struct Sources {
    let paths: [String]
    /// The extensions of files that are read in folders.
    let endings: [String]
  }

  private let cache: CacheFile
  private let checksum: String

  /// The reports of the last run, if this run would repeat it.
  private var reports: [MessageReport]? {
    guard let records = cache.records(), let head = records.first, head.count == 1,
      head[0].elementsEqual(checksum.utf8)
    else { return nil }
    let reports = records.dropFirst().map { record in
      MessageReport(fields: record.map { String(decoding: $0, as: UTF8.self) })
    }
    return reports.contains { $0 == nil } ? nil : reports.compactMap(\.self)
  }

  /// Looks for the record of the last run.
  ///
  /// - Parameters:
  ///   - kind: What such runs are called: `exports`.
  ///   - output: The file that they write.
  ///   - sources: The files and folders that they read.
  ///   - zone: The zone of the run; on another day there, it may choose other lines.
  /// - Returns: Nil if the run cannot be recognised: it reads something else than files, or a file was changed so
  ///   recently that another change could leave the same stamp.
  init?(
    _ kind: String, writing output: String, from sources: [Sources], in zone: Zone,
    _ runEnvironment: RunEnvironment
  ) {
    guard let here = FileTree.realPath("."),
      let cache = CacheFile(kind, about: CanonicalPath.of(output), runEnvironment)
    else { return nil }
    self.cache = cache
    let today = zone.civil(at: runEnvironment.now)?.date.formattedDate ?? ""
    var inputs = RunInputs()
    inputs.add(texts: CommandLine.arguments + [here, today])
    inputs.addSettings(runEnvironment)
    guard sources.allSatisfy({ inputs.add($0) }), inputs.add(path: output), inputs.isSettled else {
      return nil
    }
    checksum = SHA256.digits(of: inputs.bytes)
  }

  /// Repeats what the last run reported, or makes the run and remembers its reports.
  ///
  /// A run that failed is not remembered: what prevented it, such as a full disk, may be over.
  ///
  /// - Parameters:
  ///   - find: Looks for the record before the run, and again after it; nil for a run that is not remembered.
  ///   - run: Makes the run; false if it could not read all sources.
  static func repeating(
    _ messages: inout Messages, _ find: () -> LastRun?,
    run: (inout Messages) throws -> Bool
  ) rethrows {
    let last = find()
    if let reports = last?.reports { return messages.repeatReports(reports) }
    if last != nil { messages.keepReports() }
    guard try run(&messages), let last, let reports = messages.reports,
      [.done, .partial].contains(messages.status)
    else { return }
    last.save(reports, after: find())
  }

  /// Remembers a run that left its output as it was, and all other files, too.
  ///
  /// - Parameter now: The same as this value, made after the run; nil if an input was changed meanwhile.
  private func save(_ reports: [MessageReport], after now: LastRun?) {
    guard now?.checksum == checksum, reports.count <= Self.mostReports,
      !reports.contains(where: \.hasFix)
    else { return }
    let records = [[checksum]] + reports.map(\.fields)
    cache.save(records.map { $0.map { Array($0.utf8)[...] } })
  }

  private static let mostReports = 10_000
}

/// All that a run depends on, as bytes.
struct RunInputs {
  private(set) var bytes: [UInt8] = []
  /// What is left out of folders.
  private var rules = FolderRules.none
  /// How Markdown is read in a file.
  private var settings: (String) -> MarkdownSettings = { _ in .standard }
  /// The settings of the file before.
  private var last = MarkdownSettings.standard
  /// False if a file was changed a moment ago.
  private(set) var isSettled = true
  private let now = RunEnvironment.clock().seconds

  mutating func add(texts: [String]) {
    for text in texts { bytes += Array("\(text.utf8.count):".utf8) + Array(text.utf8) }
  }

  /// Adds the stamp of a file or folder; false if there is none.
  @discardableResult
  mutating func add(path: String) -> Bool {
    add(texts: [path])
    guard let stamp = ChangeStamp(path: path) else { return false }
    if stamp.isRecent(at: now) { isSettled = false }
    bytes += stamp.bytes
    return true
  }

  /// Adds how Markdown is read in a file, where that differs from the file before.
  private mutating func addSettings(ofFile path: String) {
    guard TaskDialect(path: path) == .markdown else { return }
    let found = settings(path)
    guard found != last else { return }
    last = found
    let signs = found.statuses.map { "\($0.symbol)\($0.type.rawValue)" }
    add(texts: ["settings", found.filter, "\(signs.count)"] + signs)
  }

  /// Adds the variables and the files that hold settings, and the state, which an export may change.
  mutating func addSettings(_ runEnvironment: RunEnvironment, withState: Bool = true) {
    let environment = runEnvironment.environment
    rules = runEnvironment.configuration.folderRules
    settings = { runEnvironment.settings(ofFile: $0) }
    let names = environment.keys.filter { name in
      ["DUECAL", "TZ", "HOME", "XDG_", "SOURCE_DATE_EPOCH"].contains(where: name.hasPrefix)
    }
    for name in names.sorted() { add(texts: [name, environment[name] ?? ""]) }
    if let file = ConfigurationFile(environment) { add(path: file.path) }
    let zones = "\(ZoneDatabase.systemFolder)/tzdata.zi"
    for path in ["/etc/localtime", "/etc/timezone", zones] {
      add(path: path)
    }
    guard withState, let state = StateFolder.named(runEnvironment)?.database else { return }
    for path in [state, state + "-wal"] { add(path: path) }
  }

  /// Adds the stamps of all files of sources; false if there is something else than files and folders.
  mutating func add(_ sources: LastRun.Sources) -> Bool {
    for source in sources.paths {
      switch FileTree.kind(of: source) {
      case .file:
        addSettings(ofFile: source)
        add(path: source)
      case .folder:
        guard
          let files = try? FileTree.files(
            in: source, leavingOut: rules, where: { FileSearch.has($0, sources.endings) })
        else { return false }
        add(texts: [source, "\(files.files.count)"] + files.copies)
        guard files.unnameable.isEmpty, files.unreadable.isEmpty else { return false }
        for file in files.files {
          addSettings(ofFile: "\(source)/\(file)")
          add(path: "\(source)/\(file)")
        }
      case .nothing, .other: return false
      }
    }
    return true
  }
}
