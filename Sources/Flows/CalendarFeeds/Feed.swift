public import CalendarItems
public import Diagnostics
public import ICalendar
public import LineCodec
public import LineState
import Parallel
public import TaskBridge
import TaskDates
public import TaskText
public import UserFiles

/// Options of a feed.
public struct FeedOptions: Sendable {
  /// Which lines become which items.
  public var export: ExportOptions
  /// How items are written.
  public var encoding: EncodingOptions
  /// How a feed is split into several calendars.
  public enum Split: String, Sendable, CaseIterable {
    /// One for each outermost project.
    case project
    /// One for each file.
    case file
  }

  /// The properties of the calendar; each calendar of a split feed has its own name.
  public var header: CalendarHeader
  /// How the feed is split; nil for one calendar.
  public var split: Split?
  /// The queries that selected lines, as given; the feed detects from them whether the selection changed.
  public var queries: [String] = []

  /// Creates options.
  public init(
    export: ExportOptions, encoding: EncodingOptions = EncodingOptions(),
    header: CalendarHeader = CalendarHeader(), split: Split? = nil
  ) {
    self.export = export
    self.encoding = encoding
    self.header = header
    self.split = split
  }
}

extension FeedOptions {
  /// A hash of how the lines are chosen, without days that change by themselves.
  var choice: SipHash128 {
    var hash = SipHash128()
    let chosen = [queries, export.projects, export.tags, export.classes.sorted()]
    for texts in chosen {
      hash.combine(texts.count)
      for text in texts { hash.combine(text) }
    }
    hash.combine(export.profile.rawValue)
    hash.combine(export.undated?.rawValue ?? "")
    hash.combine(ItemKey.word(export.done))
    hash.combine(export.takesImported ? 1 : 0)
    hash.combine((export.from == nil ? 0 : 1) + (export.to == nil ? 0 : 2))
    return hash
  }
}

/// A calendar made from task files, with its diagnostics and losses.
public struct Feed: Sendable {
  /// An item and the line that it came from.
  public struct Item: Sendable {
    /// The item.
    public let item: CalendarItem
    /// The line of the item.
    public let line: LineRef
    /// The project path, outermost project first.
    public let path: [String]
    /// The line's tags.
    public let tags: [Tag]
  }

  /// A file that had items of the feed, and has none any more.
  package struct EmptiedFile: Sendable {
    /// The text by which the feed knows it; see `Feed.key(of:)`.
    package let key: String
    /// Its name; nil if it is gone, because a feed does not contain the names of files.
    package let name: String?
    /// The number of its items.
    package let count: Int
    /// The title of the first of them.
    package let title: String
  }

  /// A calendar of the feed.
  public struct Calendar: Sendable {
    /// The project or file by which the feed is split; empty for the only calendar.
    public let name: String
    /// The index of the old calendar that it continues; nil for a new one.
    public let remembered: Int?
    /// The calendar.
    public let contents: FileContents
    /// True if it is, byte for byte, the only old calendar.
    public let isWhatItWas: Bool
    /// True if it gets items from other calendars.
    ///
    /// Such calendars are written first, so that an item that moves is in both calendars before it is in one.
    public let gainsItems: Bool

    init(_ group: FeedGroups.Group, _ head: [UInt8], body: FeedBody, memory: FeedMemory) {
      name = group.name
      remembered = group.remembered
      gainsItems = body.gains(besides: group.remembered)
      isWhatItWas = body.isAll(of: memory, after: head)
      var contents = body.contents
      contents.prepend(head)
      contents.append(CalendarWriter.end, CalendarWriter.end.indices)
      self.contents = contents
    }
  }

  /// The calendars; more than one only if the feed is split.
  public private(set) var calendars: [Calendar] = []
  /// The changes of items since the feed was last written, in order; empty unless requested.
  public private(set) var changes: [FeedChange] = []
  /// The number of to-dos.
  public private(set) var reminderCount = 0
  /// The number of events.
  public private(set) var eventCount = 0
  /// The files of old items that no longer exist or have no tasks, and whose items are in no other file.
  package private(set) var emptiedFiles: [EmptiedFile] = []
  /// True if no item is left, and a line of an import has the title of an old one, as if the items had become such lines.
  package private(set) var isLostToImports = false
  /// The number of items of unreadable files that are left out because lines are chosen in another way now.
  public private(set) var droppedUnread = 0
  /// The number of repeating to-dos that had a length in the feed and now begin when they are due.
  public private(set) var newlyAnchored = 0
  /// The notes to keep outside the feed, so that the next run recognises its items.
  public private(set) var notes = FeedNotes()
  /// The diagnostics of each file.
  public private(set) var diagnostics: [[Diagnostic]]
  /// The values that the feed does not contain.
  public private(set) var losses: [Loss] = []

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - reader: Reads their tags.
  ///   - options: The options of the feed.
  ///   - memory: The feed as it was last written.
  ///   - keepsGone: Whether to keep items without a line, because not all lines could be read.
  ///   - keepsChanges: Whether to fill `changes`.
  ///   - keepsNotes: Whether to fill `notes`.
  ///   - folder: A folder for the bytes of a large calendar, so that they need not be in memory.
  ///   - threads: The maximum number of threads that build a new feed; the result is the same for any number.
  ///   - eachItem: Called with each item in order; if nil, unchanged items are not decoded.
  public init(
    _ entries: TaskEntries, _ reader: LineFieldReader, options: FeedOptions,
    after memory: FeedMemory = FeedMemory(), keepsGone: Bool = false, keepsChanges: Bool = false,
    keepsNotes: Bool = true, waitingIn folder: String? = nil, threads: Int = 1,
    eachItem: ((Item) -> Void)? = nil
  ) {
    diagnostics = entries.files.map { _ in [] }
    // An item without a change may have another time in UTC, because the zone data have changed.
    let hasOtherInstants = options.export.times == .utc || !memory.changedZones.isEmpty
    var builder = FeedBuilder(
      entries, reader, options: options, memory: memory, isWhole: !keepsGone,
      keepsChanges: keepsChanges,
      keepsNotes: keepsNotes, readsAll: eachItem != nil || hasOtherInstants,
      waitingIn: folder)
    if threads > 1, memory.isEmpty, options.split == nil, eachItem == nil {
      build(&builder, threads: threads)
    } else {
      for index in entries.entries.indices {
        let built = builder.build(index, &diagnostics[entries.entries[index].line.file])
        for item in built {
          eachItem?(Item(item, entries.entries[index], entries, seenBy: options.export.classes))
        }
      }
    }
    builder.finish()
    emptiedFiles = builder.emptiedFiles()
    isLostToImports = builder.isLostToImports
    droppedUnread = builder.droppedUnread
    newlyAnchored = builder.newlyAnchored
    if !builder.notes.isEmpty {
      notes = FeedNotes(selection: builder.choice, items: builder.notes)
    }
    losses = builder.losses()
    changes = builder.changes
    calendars = builder.calendars()
    (reminderCount, eventCount) = builder.counts
  }

  /// The number of old items whose files no longer exist or have no tasks, and that are not in another file.
  public var emptied: Int { emptiedFiles.reduce(0) { $0 + $1.count } }

  /// The text by which a feed knows a file without publishing its name.
  package static func key(of file: TaskFile) -> String {
    SipHash128.digits(FileRuns.hash(of: file))
  }

  /// Builds all items of a new feed, some parts at a time, and joins them in order.
  private mutating func build(_ builder: inout FeedBuilder, threads: Int) {
    let ranges = FeedParts(builder.entries.entries).ranges
    let empty = builder.withoutItems()
    for start in stride(from: 0, to: ranges.count, by: 2 * threads) {
      let portion = Array(ranges[start..<min(start + 2 * threads, ranges.count)])
      let parts = Parallel.map(portion.count, threads: threads) { empty.part(portion[$0]) }
      for (range, part) in zip(portion, parts) {
        builder.append(part.builder, range)
        for (file, found) in part.diagnostics { diagnostics[file] += found }
      }
    }
  }
}

extension Feed.Item {
  fileprivate init(
    _ item: CalendarItem, _ entry: TaskEntry, _ entries: TaskEntries, seenBy classes: Set<String>
  ) {
    let document = entries.file(of: entry).document
    self.init(
      item: item, line: entry.line, path: entries.path(of: entry, seenBy: classes),
      tags: document.tags(of: document.lines[entry.line.line]))
  }
}
