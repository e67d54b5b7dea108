import CalendarItems
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import TaskText

/// The hash of everything that an item is made from.
///
/// An item whose hash did not change need not be made again.
///
/// Options that decide whether a line is exported at all are not part of it: a window that moves with the day changes
/// no item.
struct ItemKey {
  /// The version of the mapping; increment it with every change of the components that a line becomes.
  private static let mappingVersion = 3

  private let start: SipHash128
  private let entries: TaskEntries
  private let vocabulary: Vocabulary
  private let paths: [ItemHash]

  init(
    _ options: FeedOptions, _ selection: Selection, vocabulary: Vocabulary, entries: TaskEntries
  ) {
    let export = options.export
    var hash = SipHash128()
    hash.combine(Self.mappingVersion)
    hash.combine(selection.hintScope.rawValue)
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
    self.vocabulary = vocabulary
    self.entries = entries
    paths = entries.paths.map { path in
      var hash = SipHash128()
      for name in path { hash.combine(name) }
      return ItemHash(hash.finalize())
    }
  }

  /// The option for completed lines as text, without a day that changes by itself.
  static func word(_ done: ExportOptions.Done?) -> String {
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
  ///   - parent: The UID of its parent.
  ///   - moving: The present values of the line's relative dates, which differ every day.
  func key(of index: Int, parent: String?, moving: [TMDateType] = []) -> ItemHash {
    let entry = entries.entries[index]
    let line = entry.line.line
    var hash = start
    hash.combine(parent ?? "")
    hash.combine(Int(truncatingIfNeeded: paths[entry.path].first))
    hash.combine(Int(truncatingIfNeeded: paths[entry.path].second))
    combine(entry.line.file, line, into: &hash)
    for date in moving { hash.combine(date.description) }
    let document = entries.files[entry.line.file].document
    for field in vocabulary.laterFields(ofLine: line, in: document) {
      hash.combine(field.rawValue)
    }
    for date in vocabulary.laterDates(ofLine: line, in: document) { hash.combine(date.description) }
    return ItemHash(hash.finalize())
  }

  /// Adds the line and its notes, without copying the file.
  private func combine(_ file: Int, _ line: Int, into hash: inout SipHash128) {
    hash.combine(entries.files[file].document.dialect.number)
    hash.combine(
      entries.files[file].document.bytes, entries.files[file].document.lines[line].body)
    if entries.files[file].document.dialect == .markdown {
      combineMarkdown(entries.files[file].document, line, into: &hash)
    }
    guard entries.files[file].outline.subtree(of: line).count > 1 else { return }
    let level = entries.files[file].document.lines[line].level
    for note in LineText(entries.files[file], line: line).noteLines {
      hash.combine(entries.files[file].document.lines[note].level - level)
      hash.combine(
        entries.files[file].document.bytes, entries.files[file].document.lines[note].body)
    }
  }

  /// Adds what a line of Markdown means besides its bytes: `#tags`, and what the settings of its folder say.
  private func combineMarkdown(_ document: TaskDocument, _ number: Int, into hash: inout SipHash128)
  {
    let line = document.lines[number]
    for name in document.hashNames(of: line) { hash.combine("#" + name) }
    if document.isFiltered(line) { hash.combine(document.settings.filter) }
    if !document.settings.statuses.isEmpty { hash.combine("\(line.mark)") }
  }
}

extension TaskDialect {
  /// A constant number for the dialect.
  fileprivate var number: Int {
    switch self {
    case .taskPaper: 0
    case .plainTasks: 1
    case .markdown: 2
    case .omniFocus: 3
    }
  }
}
