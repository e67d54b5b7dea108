public import CalendarItems
public import Diagnostics
public import ICalendar
public import LineState
public import TaskBridge
import TaskDates
public import TaskText
public import UserFiles

/// What a feed is made of and how.
public struct FeedOptions: Sendable {
  /// Which lines become which items.
  public var export: ExportOptions
  /// How items are written.
  public var encoding: EncodingOptions
  /// Into which calendars items are split.
  public enum Split: String, Sendable, CaseIterable {
    /// One for each outermost project.
    case project
    /// One for each file.
    case file
  }

  /// What a calendar says of itself; of several each has its own name.
  public var header: CalendarHeader
  /// Into which calendars items are split; nil for one.
  public var split: Split?
  /// The queries that chose lines, as given; a feed sees from them whether others are chosen now.
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

/// A calendar made from task files: its bytes, and all that is to be said of them.
public struct Feed: Sendable {
  /// An item and the line that it came from.
  public struct Item: Sendable {
    /// The item.
    public let item: CalendarItem
    /// Its line.
    public let line: LineRef
    /// The project path, outermost project first.
    public let path: [String]
    /// The line's tags.
    public let tags: [Tag]
  }

  /// A calendar of the feed.
  public struct Calendar: Sendable {
    /// What it is split by: a project's or file's name; empty for the only one.
    public let name: String
    /// The remembered calendar that it was, as an index; nil for a new one.
    public let remembered: Int?
    /// The calendar.
    public let contents: FileContents
    /// True if it is, byte for byte, the only one that is remembered.
    public let isWhatItWas: Bool
    /// True if it has items that were not in it: of several calendars these are written first, so that an
    /// item that moves from one to another is in both before it is in one.
    public let gainsItems: Bool

    init(_ group: FeedGroups.Group, _ head: [UInt8], body: FeedBody, memory: FeedMemory) {
      name = group.name
      remembered = group.remembered
      gainsItems = body.gains(besides: group.remembered)
      isWhatItWas = body.isAll(of: memory, behind: head)
      var contents = body.contents
      contents.prepend(head)
      contents.append(CalendarWriter.end, CalendarWriter.end.indices)
      self.contents = contents
    }
  }

  /// The calendars; one, unless they were split.
  public private(set) var calendars: [Calendar] = []
  /// What became of items since the feed was last written, in order; empty unless asked for.
  public private(set) var changes: [FeedChange] = []
  /// How many to-dos the calendar has.
  public private(set) var reminderCount = 0
  /// How many events it has.
  public private(set) var eventCount = 0
  /// How many items the feed had of files that are gone or have no task now, and that are in no other.
  public private(set) var emptied = 0
  /// How many items are left out of unreadable files, because lines are chosen in another way now.
  public private(set) var droppedUnread = 0
  /// How many repeating to-dos had a length in the feed and now begin when they are due.
  public private(set) var newlyAnchored = 0
  /// The notes to keep outside the feed, so that the next run recognises its items.
  public private(set) var notes = FeedNotes()
  /// What was said of the files, by file.
  public private(set) var diagnostics: [[Diagnostic]]
  /// What does not come through.
  public private(set) var losses: [Loss] = []

  /// Makes a calendar.
  ///
  /// - Parameters:
  ///   - entries: The lines.
  ///   - reader: What their tags mean.
  ///   - options: What the calendar is to be.
  ///   - memory: What the feed was when it was last written.
  ///   - keepsGone: Whether items that no line is any more stay, because not all lines could be read.
  ///   - keepsChanges: Whether `changes` is filled.
  ///   - keepsNotes: Whether to fill `notes`.
  ///   - folder: Where the bytes of a large calendar may wait, so that memory need not hold them.
  ///   - eachItem: Takes each item in order; nil spares those that did not change the reading.
  public init(
    _ entries: TaskEntries, _ reader: LineFieldReader, options: FeedOptions,
    after memory: FeedMemory = FeedMemory(), keepsGone: Bool = false, keepsChanges: Bool = false,
    keepsNotes: Bool = true, waitingIn folder: String? = nil, eachItem: ((Item) -> Void)? = nil
  ) {
    diagnostics = entries.files.map { _ in [] }
    var builder = FeedBuilder(
      entries, reader, options: options, memory: memory, isWhole: !keepsGone,
      keepsChanges: keepsChanges,
      keepsNotes: keepsNotes, readsAll: eachItem != nil,
      waitingIn: folder)
    for index in entries.entries.indices {
      let built = builder.build(index, &diagnostics[entries.entries[index].line.file])
      for item in built { eachItem?(Item(item, entries.entries[index], entries: entries)) }
    }
    builder.finish()
    emptied = builder.emptied()
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
}

extension Feed.Item {
  fileprivate init(_ item: CalendarItem, _ entry: TaskEntry, entries: TaskEntries) {
    let document = entries.file(of: entry).document
    self.init(
      item: item, line: entry.line, path: entries.path(of: entry),
      tags: document.tags(of: document.lines[entry.line.line]))
  }
}
