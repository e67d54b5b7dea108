import CalendarFeeds
import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import ICalendarConformance
import LineCodec
import TaskBridge
import TaskDates
import TaskText
import Testing
import UserFiles

/// A task text exported as a feed, with its messages.
struct Exported {
  let feed: Feed
  let items: [Feed.Item]

  /// The bytes of each calendar.
  var calendars: [[UInt8]] { feed.calendars.map { (try? $0.contents.bytes()) ?? [] } }
  let files: [TaskFile]

  /// The specific lines of components: without timestamps, UIDs, hints and the lines that enclose them.
  var components: [[String]] { Self.components(in: lines).map { $0.filter(Self.isShown) } }

  /// The component of a text with one task.
  var lines1: [String] { components.first ?? [] }

  /// All lines, unfolded.
  var lines: [String] {
    let document = ICSDocument(bytes: feed.bytes)
    return document.lines.map { String(decoding: document.unfolded($0), as: UTF8.self) }
  }

  var sentences: [String] {
    feed.diagnostics.joined().map(\.description)
  }

  /// The value of a property in every component that has it.
  func values(of name: String) -> [String] {
    lines.filter { $0.hasPrefix("\(name):") || $0.hasPrefix("\(name);") }
      .map { String($0.drop { $0 != ":" }.dropFirst()) }
  }

  private static func isShown(_ line: String) -> Bool {
    let hidden = ["UID:", "DTSTAMP:", "LAST-MODIFIED:", "SEQUENCE:", "X-DUECAL-"]
    return !hidden.contains { line.hasPrefix($0) }
  }

  private static func components(in lines: [String]) -> [[String]] {
    var components: [[String]] = []
    var open: [String]?
    for line in lines {
      if line == "BEGIN:VTODO" || line == "BEGIN:VEVENT" {
        open = [line]
      } else if line == "END:VTODO" || line == "END:VEVENT" {
        if let open { components.append(open) }
        open = nil
      } else {
        open?.append(line)
      }
    }
    return components
  }
}

/// Exports a text, in Berlin unless another zone is given.
func export(
  _ texts: String..., zone: String = "Europe/Berlin", dialect: TaskDialect = .taskPaper,
  now: String? = nil, recurringDue: EncodingOptions = EncodingOptions(), archive: Bool = false,
  after memory: FeedMemory = FeedMemory(), modified: Int = 1_764_000_000, keepsGone: Bool = false,
  keepsItems: Bool = true, split: FeedOptions.Split? = nil, threads: Int = 1,
  change: (inout ExportOptions) -> Void = { _ in }
) throws -> Exported {
  let database = ZoneDatabase()
  var options = ExportOptions(zone: try database.zone(named: zone))
  for name in ["America/New_York", "Asia/Tokyo", "Europe/Berlin"] {
    options.zones[name] = try database.zone(named: name)
  }
  change(&options)
  let files = texts.enumerated().map { index, text in
    TaskFile(
      name: "file\(index).taskpaper", identity: "file\(index).taskpaper",
      modified: Instant(seconds: modified), document: TaskDocument(text, dialect: dialect))
  }
  let clock = try now.map { text in
    guard case .dateTime(let moment) = try DatePayload(parsing: text).value else {
      throw TMError.invalidFormattedString(text)
    }
    return moment
  }
  let known = Set(options.zones.keys)
  let relativeDates = clock.map { RelativeDates.resolve(at: $0) } ?? .refuse
  let reader = LineFieldReader(relativeDates: relativeDates) {
    known.contains($0) ? nil : .unknown($0)
  }
  let entries = TaskEntries(files: files, vocabulary: Vocabulary(), includesArchive: archive)
  var items: [Feed.Item] = []
  let feed = Feed(
    entries, reader, options: FeedOptions(export: options, encoding: recurringDue, split: split),
    after: memory,
    keepsGone: keepsGone, keepsChanges: true, threads: threads,
    eachItem: keepsItems ? { items.append($0) } : nil)
  let exported = Exported(feed: feed, items: items, files: files)
  for calendar in exported.calendars { expectConformance(of: calendar, recurringDue) }
  return exported
}

/// Expects that a calendar of duecal breaks no rule of conformance.
///
/// The form for Apple does break one, deliberately.
private func expectConformance(of calendar: [UInt8], _ encoding: EncodingOptions) {
  let found = Conformance.findings(of: ICSDocument(bytes: calendar)).filter { finding in
    let isApples = encoding.recurringDue == .equal && finding.rule == .timeOrder
    return finding.diagnostic.severity == .error && !isApples
  }
  #expect(found.isEmpty)
}

/// Checks the component of a single task; `BEGIN` and `SUMMARY` need not be written.
func expect(
  _ line: String, becomes expected: [String], recurringDue: ReminderDates.RecurringDue = .equal,
  _ location: SourceLocation = #_sourceLocation,
  _ change: (inout ExportOptions) -> Void = { _ in }
) throws {
  let encoding = EncodingOptions(recurringDue: recurringDue)
  let exported = try export(line, recurringDue: encoding, change: change)
  let told = exported.lines1.filter { !$0.hasPrefix("SUMMARY:") }
  #expect(told == expected, sourceLocation: location)
}

extension Feed {
  /// The bytes of the only calendar.
  var bytes: [UInt8] { (try? calendars.first?.contents.bytes()) ?? [] }
}
