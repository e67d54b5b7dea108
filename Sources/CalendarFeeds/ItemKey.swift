import CalendarItems
import ICalendar
import TaskBridge
import TaskDates
import TaskText

/// The hash of all that an item is made from, by which a feed knows what did not change without
/// making it again.
///
/// What decides whether a line goes out at all is no part of it: a window that moves with the day
/// changes no item.
struct ItemKey {
  /// Goes up with every change of what a component becomes of the same line.
  private static let mappingVersion = 2

  private let start: StableHash
  private let entries: TaskEntries
  private let paths: [ItemHash]

  init(_ options: FeedOptions, _ vocabulary: Vocabulary, _ entries: TaskEntries) {
    let export = options.export
    var hash = StableHash()
    hash.combine(Self.mappingVersion)
    hash.combine(export.zone.name)
    hash.combine(export.profile.rawValue)
    hash.combine(export.times.rawValue)
    hash.combine(export.doneMark)
    hash.combine(export.keepsAlarms.map { $0 ? "keep" : "strip" } ?? "")
    hash.combine(export.undated?.rawValue ?? "")
    hash.combine(Self.word(export.done))
    for name in export.classes.sorted() { hash.combine(name) }
    hash.combine(export.dayStart.secondOfDay)
    hash.combine(options.encoding.recurringDue.rawValue)
    hash.combine(vocabulary.fingerprint)
    start = hash
    self.entries = entries
    paths = entries.paths.map { path in
      var hash = StableHash()
      for name in path { hash.combine(name) }
      return ItemHash(hash.finalize())
    }
  }

  private static func word(_ done: ExportOptions.Done?) -> String {
    switch done {
    case .include: "include"
    case .exclude: "exclude"
    case .only: "only"
    case .since: "since"
    case nil: ""
    }
  }

  /// The key of an entry.
  ///
  /// - Parameters:
  ///   - index: The entry.
  ///   - parent: The UID of the item that it is a part of.
  ///   - moving: What the line's moving dates are now: others every day.
  func key(of index: Int, parent: String?, moving: [TMDateType] = []) -> ItemHash {
    let entry = entries.entries[index]
    let file = entries.file(of: entry)
    let document = file.document
    var hash = start
    hash.combine(parent ?? "")
    hash.combine(Int(truncatingIfNeeded: paths[entry.path].first))
    hash.combine(Int(truncatingIfNeeded: paths[entry.path].second))
    hash.combine(document.dialect.number)
    hash.combine(document.bytes, document.lines[entry.line.line].body)
    for note in LineText(file, line: entry.line.line).noteLines {
      hash.combine(document.lines[note].level)
      hash.combine(document.bytes, document.lines[note].body)
    }
    for date in moving { hash.combine(date.description) }
    return ItemHash(hash.finalize())
  }
}

extension TaskDialect {
  /// A number that stays that of the dialect.
  fileprivate var number: Int {
    switch self {
    case .taskPaper: 0
    case .plainTasks: 1
    case .markdown: 2
    case .omniFocus: 3
    }
  }
}
