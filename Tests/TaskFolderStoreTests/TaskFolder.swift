import CalendarItems
import CalendarStores
import Foundation
import LineCodec
import LineState
import StoredText
import TaskBridge
import TaskDates
import TaskFolderStore
import TaskText
import TestSupport
import Testing
import UserFiles

/// A folder of task files with its registry and backups, for one test.
final class TaskFolder: Sendable {
  private let scratch: ScratchFolder
  static let zone = (try? ZoneDatabase().zone(named: "Europe/Berlin")) ?? .utc

  init() throws {
    scratch = try ScratchFolder()
    try FileTree.makeFolder(scratch.at("notes"))
  }

  var path: String { scratch.at("notes") }

  /// Options for one list of reminders and events in each file.
  var mixed: TaskFolderOptions {
    var options = TaskFolderOptions(zone: Self.zone)
    options.lists = .mixed
    return options
  }

  func open(
    _ options: TaskFolderOptions = TaskFolderOptions(zone: TaskFolder.zone),
    file: String? = nil,
    now: @escaping @Sendable () -> Instant = { Instant(seconds: 1_796_000_000) }
  ) throws -> TaskFolderStore {
    try TaskFolderStore(
      path: file.map { "\(path)/\($0)" } ?? path,
      registry: try LineRegistry(path: scratch.at("state.sqlite")),
      writing: TaskFolderStore.Writing(
        backups: Backups(folder: scratch.at("backups")), command: "store"),
      options: options, now: now)
  }

  func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func makeFolder(_ name: String) throws { try FileTree.makeFolder("\(path)/\(name)") }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  func stamp(_ name: String) throws -> FileStamp {
    try #require(FileStamp(path: "\(path)/\(name)"))
  }

  /// The number of edits in the backups.
  var backupCount: Int {
    get throws { try Backups(folder: scratch.at("backups")).edits().count }
  }

  /// The UID that a feed of the folder gives a line.
  func derivedUID(_ name: String, _ path: [String], _ title: String) -> String {
    let projects = path.enumerated().map { String(repeating: "\t", count: $0) + $1 + ":\n" }
    let text = projects.joined() + String(repeating: "\t", count: path.count) + "- " + title + "\n"
    let file = TaskFile(
      name: name, identity: name, modified: .epoch, document: TaskDocument(text))
    let entries = TaskEntries(files: [file], vocabulary: Vocabulary())
    let reader = LineFieldReader { _ in nil }
    return DerivedUIDs(entries, besides: ExplicitUIDs(entries, reader: reader))[0]
  }

  /// Does what a run does that is killed after it has written a file, and before it has saved what it knows.
  ///
  /// - Parameter isNoted: False for a run of version 0.2, which did not note its number.
  func planKilledWrite(
    of text: String, uid: String, title: String, isNoted: Bool = true
  ) throws {
    let registry = try LineRegistry(path: scratch.at("state.sqlite"))
    let path = try #require(FileTree.realPath("\(path)/home.taskpaper"))
    let old = try #require(try registry.taskFile(path))
    var new = old
    let item = CalendarItem(kind: .reminder, uid: uid, title: title)
    new.items.append(
      KnownTaskFile.Item(
        uid: uid, isEvent: false, name: "x.ics", line: 1,
        source: LineSource(line: ItemLine(body: "- \(title)")),
        text: CalendarResource(ItemContent(item)).bytes))
    new.bytes = Array(text.utf8)
    let edits = FileEdits(
      keepingIn: Backups(folder: scratch.at("backups")), command: "sync", time: 0)
    let outcome = try edits.write(new.bytes, to: path, over: FileSnapshot(bytes: old.bytes)) {
      (try? registry.planTaskFile(new, after: old, by: isNoted ? $0 : nil)) != nil
    }
    #expect(outcome == .written)
  }
}
