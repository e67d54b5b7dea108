import Agenda
import CalendarItems
import Diagnostics
import ExactText
import TaskBridge
import TaskDates
import TaskText
import UserFiles
import WebAddresses

/// Finds the reminders of sources.
struct ReminderSearch {
  /// The sources.
  let items: SourceItems
  /// Whether items with a date and no alarm have a reminder at their date.
  let noticesDates: Bool
  /// The time limit for computing dates, in all windows together.
  private let deadline = Deadline()

  init(items: SourceItems, noticesDates: Bool) {
    self.items = items
    self.noticesDates = noticesDates
  }

  /// The result of a search.
  struct Result {
    /// The reminders in order of time.
    fileprivate(set) var reminders: [FoundReminder] = []
    /// Sources in which reminders may be missing, because the search took too long.
    fileprivate(set) var unfinished: ExactSet = []
    /// The names of these sources and of others with too many dates.
    fileprivate(set) var cutShort: ExactSet = []
  }

  /// Reports the sources with too many dates.
  static func report(cutShort names: ExactSet, _ messages: inout Messages) {
    for name in names.sorted() {
      messages.fail(
        "\(name): some reminders may be missing, because there are too many dates", .partial)
    }
  }

  /// The paths of the sources that were read, in the form that the ledger records.
  var sources: ExactSet { ExactSet(paths.values) }

  /// Those paths by the source names in messages.
  private var paths: ExactDictionary<String> {
    let files = items.entries.files.map { ($0.name, Self.path(of: $0.name)) }
    let calendars = items.calendars.map { ($0.name, $0.list ?? Self.path(of: $0.name)) }
    return ExactDictionary(files + calendars) { first, _ in first }
  }

  private static func path(of name: String) -> String {
    name == "-" || CalendarAddress.isOne(name) ? name : CanonicalPath.of(name)
  }

  /// The reminders in a window, which may differ between sources.
  func reminders(
    _ messages: inout Messages, in window: (String) -> Range<Instant>
  ) -> Result {
    var gathering = Gathering(items, noticesDates, paths: paths, deadline: deadline, window: window)
    items.forEachLine(closed: true, &messages) { line in
      if !gathering.isMoving(line), let series = items.lines.series(of: line) {
        gathering.add(series)
      }
    }
    items.forEachCalendarSeries { gathering.add($0) }
    gathering.report(&messages)
    gathering.result.reminders.sort { left, right in
      (left.instant, left.candidate.key.source, left.source.line)
        < (right.instant, right.candidate.key.source, right.source.line)
    }
    return gathering.result
  }

  /// Collects reminders during a search.
  private struct Gathering {
    private let items: SourceItems
    private let clock: AlarmSeries.Clock
    private let noticesDates: Bool
    private let deadline: Deadline
    private var places: SourcePlaces
    /// The path of each source by its name in messages.
    private let paths: ExactDictionary<String>
    /// The window of each path.
    private let windows: ExactDictionary<Range<Instant>>
    private var moving: [(line: LineRef, value: TMDateType)] = []
    var result = Result()

    init(
      _ items: SourceItems, _ noticesDates: Bool, paths: ExactDictionary<String>,
      deadline: Deadline,
      window: (String) -> Range<Instant>
    ) {
      self.items = items
      self.deadline = deadline
      self.noticesDates = noticesDates
      self.paths = paths
      windows = ExactDictionary(paths.values.map { ($0, window($0)) }) { first, _ in first }
      places = SourcePlaces(items)
      clock = AlarmSeries.Clock(
        home: items.clock.zone, dayStart: items.dayStart)
    }

    /// True if a line has a relative date, which moves with the clock and so is never reached.
    mutating func isMoving(_ line: SourceLine) -> Bool {
      guard let value = line.fields.moving.first else { return false }
      if !line.isClosed { moving.append((line.line, value)) }
      return true
    }

    mutating func add(_ series: SourceSeries) {
      let name = items.name(of: series.origin.place)
      guard let path = paths[name], let window = windows[path] else { return }
      var clock = clock
      clock.noticesDates = noticesDates && series.isNoticedAtItsDate
      let deadline = deadline
      let alarms = AlarmSeries(
        series.item, changed: series.changed, zones: series.zones, clock: clock,
        bound: SeriesDates.Bound { deadline.isPast })
      let found = alarms.moments(in: window)
      if found.isCutShort {
        result.cutShort.insert(name)
        if deadline.isPast { result.unfinished.insert(path) }
      }
      guard !found.moments.isEmpty else { return }
      let owner = Owner(series, path, places: places)
      for moment in found.moments { add(moment, owner) }
    }

    private mutating func add(_ moment: AlarmSeries.Moment, _ owner: Owner) {
      let (home, series) = (clock.home, owner.series)
      guard let reading = home.civil(at: moment.instant) else { return }
      let key = ReminderKey(
        instant: moment.instant, reading: reading, source: owner.path, name: owner.name)
      let isClosed = series.isClosed || moment.item.isClosed
      result.reminders.append(
        FoundReminder(
          candidate: ReminderCandidate(key, isClosed: isClosed), item: moment.item,
          tags: owner.tags ?? places.tags(of: series.origin.place, moment.item),
          project: series.project,
          source: places.source(of: series.origin.place, moment.item),
          due: moment.item.shownDate(series.zones, home)))
    }

    /// Reports the lines with dates that are never reached.
    func report(_ messages: inout Messages) {
      for (line, value) in moving {
        let file = items.entries.files[line.file]
        let place = file.document.place(
          ofByte: file.document.lines[line.line].body.lowerBound, line: line.line)
        messages.report(
          Diagnostic(
            .warning, at: place,
            message:
              "a date that moves with the clock is never reached; write \(DatePayload(value)), or "
              + "run duecal resolve"),
          file: file.name)
      }
    }
  }
}

/// The common data of all reminders of a series, computed once since a line may have many tags.
private struct Owner {
  let series: SourceSeries
  /// The path of its source.
  let path: String
  let name: String
  /// The tags of its line; nil for an item of a calendar, whose occurrences have their own.
  let tags: [Tag]?

  init(_ series: SourceSeries, _ path: String, places: SourcePlaces) {
    self.series = series
    self.path = path
    name = series.reminderName
    if case .line = series.origin {
      tags = places.tags(of: series.origin.place, series.item)
    } else {
      tags = nil
    }
  }
}

extension SourceSeries {
  /// True if its date is one for a reminder: that of a line that a person wrote, or of a to-do.
  ///
  /// An event of a calendar without an alarm was not meant to have one.
  fileprivate var isNoticedAtItsDate: Bool {
    if case .line = origin { true } else { item.kind == .reminder }
  }

  /// True if its line, or a parent of it, is done or cancelled.
  fileprivate var isClosed: Bool {
    if case .line(let line) = origin { line.isClosed } else { false }
  }

  /// The part of a reminder's key that identifies the item in its source.
  fileprivate var reminderName: String {
    if case .component = origin, !item.uid.isEmpty { return item.uid }
    var hash = SipHash128()
    hash.combine(item.title)
    return hash.hexadecimal()
  }
}
