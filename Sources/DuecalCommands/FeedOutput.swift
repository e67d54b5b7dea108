import CalendarFeeds
import Diagnostics
import ICalendar
import TaskBridge
import UserFiles

/// Where a feed is written: a file, or a folder of them.
///
/// What stands there is replaced and is also what the feed remembers, so it has to be a calendar of
/// ours: neither a file that is read, nor one that somebody would miss.
struct FeedOutput {
  /// The file or folder.
  let path: String
  /// True for a folder of calendars.
  let isFolder: Bool
  /// The locks of the calendars that are there, held from before anything is read until all is
  /// written: a run that read older files must not write after one that read newer ones.
  private let locks: [String: FileLock]

  /// Takes the file or folder.
  ///
  /// - Throws: An error that `isPassing` if another run is writing it.
  init(path: String, isFolder: Bool) throws(FileError) {
    self.path = path
    self.isFolder = isFolder
    var locks: [String: FileLock] = [:]
    for file in isFolder ? try Self.calendars(in: path) : [path] {
      locks[file] = try FileLock(for: file)
    }
    self.locks = locks
  }

  /// The calendars that are in a folder, each a path.
  private static func calendars(in folder: String) throws(FileError) -> [String] {
    guard FileTree.isFolder(folder) else { return [] }
    let found = try FileTree.files(in: folder) { $0.hasSuffix(".ics") }
    return found.files.filter { !$0.contains("/") }.map { "\(folder)/\($0)" }
  }

  // MARK: What must not be lost

  /// Stops before a task file, or any other that is no calendar, would be replaced.
  func refuseLoss(
    of read: ReadSources, endings: [String], _ messages: inout Messages
  ) throws(ExitStatus) {
    guard !isFolder, let objection = objection(read.identities, endings) else { return }
    messages.fail(objection, .refused)
    throw .refused
  }

  private func objection(_ sources: Set<FileIdentity>, _ endings: [String]) -> String? {
    if let identity = FileIdentity(path: path), sources.contains(identity) {
      return "\(path): this is one of the task files; expected another name, such as tasks.ics"
    }
    if endings.contains(where: { path.lowercased().hasSuffix($0) }) {
      return "\(path): this is a task file's name; expected one such as tasks.ics"
    }
    return nil
  }

  // MARK: What it was

  /// What stands there from the run before.
  func memory(_ messages: inout Messages) throws(ExitStatus) -> FeedMemory {
    var feeds: [FeedReader] = []
    for file in locks.keys.sorted() {
      if let feed = try feed(at: file, &messages) { feeds.append(feed) }
    }
    let memory = FeedMemory(feeds)
    let edited = memory.editedCount
    if edited > 0 {
      messages.warn(
        "\(path): \(edited) \(edited == 1 ? "item was" : "items were") edited there; what the task "
          + "files say is written")
    }
    return memory
  }

  private func feed(
    at file: String, _ messages: inout Messages
  ) throws(ExitStatus) -> FeedReader? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try locks[file]?.snapshot()?.bytes ?? []
    } catch {
      messages.sayUnwritable(error)
      throw messages.status
    }
    if bytes.isEmpty { return nil }
    let feed = FeedReader(bytes: bytes)
    guard feed.productID == CalendarWriter.productID else {
      if isFolder { return nil }
      let owner = feed.productID.map { "a calendar of \($0.quoted)" } ?? "no calendar"
      messages.fail(
        "\(file): this is \(owner) and would be lost; expected a new file, or a calendar that duecal "
          + "wrote", .refused)
      throw .refused
    }
    if !feed.isComplete {
      messages.warn(
        "\(file): it ends in the middle; the \(feed.components.count) items before that are known")
    }
    return feed
  }

  // MARK: What it becomes

  /// The files of a feed, each with what it is to be.
  private func files(of feed: Feed) -> [(path: String, contents: FileContents)] {
    guard isFolder else { return feed.calendars.map { (path, $0.contents) } }
    var taken: Set<String> = []
    return feed.calendars.map { calendar in
      let name = Self.fileName(calendar.name)
      var unique = name
      var number = 1
      while !taken.insert(unique.lowercased()).inserted {
        number += 1
        unique = "\(name)-\(number)"
      }
      return ("\(path)/\(unique).ics", calendar.contents)
    }
  }

  /// A name that any file system takes and that leads nowhere else.
  private static func fileName(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
        ? "_" : scalar
    }
    var text = String(String.UnicodeScalarView(scalars)).trimmingDots
    while text.utf8.count > 120 { text.removeLast() }
    return text.isEmpty ? "_" : text
  }

  /// The calendars of ours that no items are left for.
  private func stale(besides files: [(path: String, contents: FileContents)]) -> [String] {
    guard isFolder else { return [] }
    let kept = Set(files.map(\.path))
    return locks.keys.filter { !kept.contains($0) && isOurs($0) }.sorted()
  }

  private func isOurs(_ file: String) -> Bool {
    guard let bytes = (try? locks[file]?.snapshot()?.bytes) ?? nil else { return false }
    return FeedReader(bytes: bytes).productID == CalendarWriter.productID
  }

  /// Writes what changed.
  func write(_ feed: Feed, keepsStale: Bool, _ messages: inout Messages) throws {
    if !isFolder, feed.calendars.first?.isWhatItWas == true {
      messages.tell("\(path): unchanged")
      return
    }
    let files = files(of: feed)
    do throws(FileError) {
      if isFolder { try FileTree.makeFolder(path) }
      for file in files { try write(file.contents, to: file.path, &messages) }
      for file in keepsStale ? [] : stale(besides: files) {
        try FileReplacement.remove(file)
        messages.tell("\(file): removed, its tasks are gone")
      }
    } catch {
      messages.sayUnwritable(error)
    }
  }

  private func write(
    _ contents: FileContents, to file: String, _ messages: inout Messages
  ) throws(FileError) {
    if isFolder, locks[file] != nil, !isOurs(file) {
      messages.fail("\(file): this is no calendar of duecal's and would be lost", .refused)
      return
    }
    let lock = if let lock = locks[file] { lock } else { try FileLock(for: file) }
    let outcome = try FileReplacement.write(contents, under: lock)
    messages.tell("\(file): \(outcome == .unchanged ? "unchanged" : "written")")
    if outcome == .writtenForFewer {
      messages.warn(
        "\(file): fewer may read it now; its group, or the list of who may, could not be kept")
    }
  }

  /// Says what would change; true if something would.
  func compare(_ feed: Feed, keepsStale: Bool, _ messages: inout Messages) throws -> Bool {
    for change in feed.changes { Output.standard.print(change.line) }
    let files = files(of: feed)
    let gone = keepsStale ? [] : stale(besides: files)
    for file in gone { Output.standard.print("- \(file)") }
    let differs = files.contains { (try? locks[$0.path]?.holds($0.contents)) != true }
    messages.tell(differs || !gone.isEmpty ? "\(path): would be written" : "\(path): unchanged")
    return differs || !gone.isEmpty
  }
}

extension FeedChange {
  /// The change as a line of `--dry-run`.
  fileprivate var line: String {
    switch kind {
    case .added: "+ \(title.visible)"
    case .changed: "~ \(title.visible) (\(properties.joined(separator: ", ")))"
    case .removed: "- \(title.visible)"
    }
  }
}

extension String {
  /// The text without the dots and blanks around it.
  fileprivate var trimmingDots: String {
    let isOuter: (Character) -> Bool = { $0 == "." || $0 == " " || $0 == "\t" }
    return String(drop(while: isOuter).reversed().drop(while: isOuter).reversed())
  }
}
