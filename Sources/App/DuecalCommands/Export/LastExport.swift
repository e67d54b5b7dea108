import DuecalConfiguration
import ExactText
import TaskDates
import UserFiles

/// Recognises an export that would repeat the last one, without reading the task files.
///
/// A file in the cache folder has a checksum of all that the last run depended on: its arguments, settings and day, and
/// the stamps of the task files, the configuration, the time zones, the state and the feed. If this run has the same
/// checksum, it only repeats what the last one reported. Deleting the file loses nothing.
struct LastExport {
  private let cache: String
  private let checksum: String

  /// The reports of the last run, if this run would repeat it.
  var reports: [MessageReport]? { Self.reports(in: cache, for: checksum) }

  /// Looks for the record of the last run.
  ///
  /// - Parameters:
  ///   - output: The feed.
  ///   - sources: The task files and folders.
  ///   - endings: The extensions of files that are read in folders.
  ///   - zone: The zone of the run; on another day there, it may choose other lines.
  /// - Returns: Nil if the run cannot be recognised: it reads something else than files, or a file was changed so
  ///   recently that another change could leave the same stamp.
  init?(
    _ output: String, of sources: [String], endings: [String], in zone: Zone,
    _ runEnvironment: RunEnvironment
  ) {
    let folder = runEnvironment.environment.folder("XDG_CACHE_HOME", else: ".cache")
    guard folder.hasPrefix("/"), let here = FileTree.realPath(".") else { return nil }
    let today = zone.civil(at: runEnvironment.now)?.date.formattedDate ?? ""
    var inputs = Inputs()
    inputs.add(texts: CommandLine.arguments + [here, today])
    inputs.add(path: "/proc/self/exe")
    inputs.addSettings(runEnvironment)
    guard inputs.add(sources: sources, endings: endings), inputs.add(path: output),
      inputs.isSettled
    else { return nil }
    let name = SHA256.digits(of: Array(CanonicalPath.of(output).utf8)).prefix(16)
    cache = "\(folder)/duecal/exports/\(name)"
    checksum = SHA256.digits(of: inputs.bytes)
  }

  /// Remembers a run that left the feed as it was, and all other inputs, too.
  ///
  /// - Parameter now: The same as this value, made after the run; nil if an input was changed meanwhile.
  func save(_ reports: [MessageReport], after now: LastExport?) {
    guard now?.checksum == checksum, reports.count <= Self.mostReports,
      !reports.contains(where: \.hasFix),
      let slash = cache.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    let fields = [[Self.version, checksum]] + reports.map(\.fields)
    // Without this file the next run reads the task files again.
    try? PrivateFolder.make(String(cache[..<slash]))
    guard let file = try? StampedFile(cache) else { return }
    let bytes = Self.bytes(of: fields)
    if let stamp = FileStamp(path: cache) {
      _ = try? file.replace(stamp, with: bytes)
    } else {
      _ = try? file.make(bytes)
    }
  }

  private static let version = "duecal export 1"
  private static let mostReports = 10_000

  // MARK: The file

  private static func reports(in cache: String, for checksum: String) -> [MessageReport]? {
    guard let bytes = try? FileSnapshot.read(cache).bytes, let records = records(bytes),
      let head = records.first,
      head.map(ExactString.init) == [version, checksum].map(ExactString.init)
    else { return nil }
    let reports = records.dropFirst().map { MessageReport(fields: $0) }
    return reports.contains { $0 == nil } ? nil : reports.compactMap(\.self)
  }

  /// Each record is the number of its texts, and each text its length and its bytes.
  private static func bytes(of records: [[String]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records {
      bytes += Array("\(record.count):".utf8)
      for text in record { bytes += Array("\(text.utf8.count):".utf8) + Array(text.utf8) }
    }
    return bytes
  }

  private static func records(_ bytes: [UInt8]) -> [[String]]? {
    var rest = bytes[...]
    func number() -> Int? {
      guard let colon = rest.prefix(20).firstIndex(of: UInt8(ascii: ":")) else { return nil }
      defer { rest = rest[(colon + 1)...] }
      return Int(String(decoding: rest[..<colon], as: UTF8.self))
    }
    var records: [[String]] = []
    while !rest.isEmpty {
      guard let count = number(), (1...7).contains(count) else { return nil }
      var record: [String] = []
      for _ in 0..<count {
        guard let length = number(), length >= 0, length <= rest.count else { return nil }
        record.append(String(decoding: rest.prefix(length), as: UTF8.self))
        rest = rest.dropFirst(length)
      }
      records.append(record)
    }
    return records
  }
}

/// All that a run depends on, as bytes.
private struct Inputs {
  private(set) var bytes: [UInt8] = []
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
    stamp.append(to: &bytes)
    return true
  }

  /// Adds the variables and the files that hold settings.
  mutating func addSettings(_ runEnvironment: RunEnvironment) {
    let environment = runEnvironment.environment
    let names = environment.keys.filter { name in
      ["DUECAL", "TZ", "HOME", "XDG_", "SOURCE_DATE_EPOCH"].contains(where: name.hasPrefix)
    }
    for name in names.sorted() { add(texts: [name, environment[name] ?? ""]) }
    if let file = ConfigurationFile(environment) { add(path: file.path) }
    for path in ["/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo/tzdata.zi"] {
      add(path: path)
    }
    guard let state = StateFolder.named(runEnvironment)?.database else { return }
    for path in [state, state + "-wal"] { add(path: path) }
  }

  /// Adds the stamps of all task files; false if there is something else than files and folders.
  mutating func add(sources: [String], endings: [String]) -> Bool {
    for source in sources {
      switch FileTree.kind(of: source) {
      case .file: add(path: source)
      case .folder:
        guard let files = try? FileTree.files(in: source, where: { FileSearch.has($0, endings) })
        else { return false }
        add(texts: [source, "\(files.files.count)"])
        guard files.unnameable.isEmpty, files.unreadable.isEmpty else { return false }
        for file in files.files { add(path: "\(source)/\(file)") }
      case .nothing, .other: return false
      }
    }
    return true
  }
}
