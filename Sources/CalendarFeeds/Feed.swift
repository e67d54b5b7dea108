public import CalendarItems
public import Diagnostics
public import ICalendar
public import TaskBridge
import TaskDates
public import TaskText

/// What a feed is made of and how.
public struct FeedOptions: Sendable {
  /// Which lines become which items.
  public var export: ExportOptions
  /// How items are written.
  public var encoding: EncodingOptions
  /// The name that clients show.
  public var name: String?

  /// Creates options.
  public init(
    export: ExportOptions, encoding: EncodingOptions = EncodingOptions(), name: String? = nil
  ) {
    self.export = export
    self.encoding = encoding
    self.name = name
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

  /// The calendar.
  public private(set) var bytes: [UInt8] = []
  /// The items in order; empty unless they were asked for.
  public private(set) var items: [Item] = []
  /// How many to-dos the calendar has.
  public private(set) var reminderCount = 0
  /// How many events it has.
  public private(set) var eventCount = 0
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
  ///   - keepsItems: Whether `items` is filled.
  public init(
    _ entries: TaskEntries, _ reader: LineFieldReader, _ options: FeedOptions,
    keepsItems: Bool = false
  ) {
    diagnostics = entries.files.map { _ in [] }
    var builder = FeedBuilder(entries, reader, options)
    for index in entries.entries.indices {
      let built = builder.build(index, &diagnostics[entries.entries[index].line.file])
      reminderCount += built.count { $0.kind == .reminder }
      eventCount += built.count { $0.kind == .event }
      if keepsItems { items += built.map { Item($0, entries.entries[index], entries) } }
    }
    losses = builder.losses()
    bytes = builder.calendar()
  }
}

extension Feed.Item {
  fileprivate init(_ item: CalendarItem, _ entry: TaskEntry, _ entries: TaskEntries) {
    let document = entries.file(of: entry).document
    self.init(
      item: item, line: entry.line, path: entries.path(of: entry),
      tags: document.tags(of: document.lines[entry.line.line]))
  }
}
