import CalendarFeeds
import CalendarItems
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import TaskEditing
import TaskFolderStore
import TaskText

/// The items of task files and calendars, for the commands that show them by date.
///
/// It is a class, because a search of a hundred thousand calendars passes it on for each.
final class SourceItems: Sendable {
  /// The lines of the task files.
  let lines: SourceLines
  /// The calendars, in order.
  let calendars: [SourceCalendar]
  /// The lists of stores by their keys, with what reads them as lines; their IDs need all items, and not only those that
  /// are shown.
  let storedLists: [StoredList]
  /// The headings that several notes have.
  let repeatedHeadings: RepeatedHeadings
  /// The clock of the run.
  let clock: RunClock
  private let projects: [String]
  private let tags: [String]
  private let hasArchive: Bool
  private let found: QueryMatches?
  /// The time of day from which alarms of dates without a time are counted.
  let dayStart: TimeParameters

  /// A list of a store: its key in the state, and what reads it.
  typealias StoredList = (key: String, lines: @Sendable () throws(StoreError) -> ListLines)

  /// Which items are wanted.
  struct Choice {
    /// Names of projects of which one must be on an item's path; empty for any.
    var projects: [String] = []
    /// Tags of which one an item must have; empty for any.
    var tags: [String] = []
    /// The lines that queries match; nil for all lines.
    var lines: QueryMatches?
    /// What the person set for all commands.
    var configuration = Configuration()
    /// Whether lines in a root project `Archive` are read.
    var includesArchive = false
    /// What dated lines become.
    var profile = ExportOptions.Profile.auto
    /// The items of stores that are needed.
    var stored = StoredTextFilter()
    /// Whether items of lines get their UIDs, as `export` gives them without a feed.
    var namesItems = false
  }

  init(
    _ files: [TaskFile], _ calendars: [SourceCalendar], storedLists: [StoredList] = [],
    clock: RunClock, choice: Choice
  ) {
    self.calendars = calendars
    self.storedLists = storedLists
    self.clock = clock
    (projects, tags) = (choice.projects, choice.tags)
    hasArchive = choice.includesArchive
    found = choice.lines
    dayStart = choice.configuration.dayStartOrDefault
    let vocabulary = choice.configuration.vocabulary
    let named = NamedZones(files, vocabulary)
    let reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    lines = SourceLines(
      TaskEntries(
        files: files, vocabulary: reader.vocabulary, includesArchive: choice.includesArchive),
      Self.options(clock.zone, named.zones, choice: choice),
      zones: named.zones.merging([clock.zone.name: clock.zone]) { named, _ in named },
      reader: reader, namesItems: choice.namesItems)
    repeatedHeadings = RepeatedHeadings(lines.entries)
  }

  /// All lines that can become items.
  var entries: TaskEntries { lines.entries }

  /// Options that keep everything that is wanted, since people see their own data.
  private static func options(
    _ zone: Zone, _ zones: ExactDictionary<Zone>, choice: Choice
  ) -> ExportOptions {
    var options = ExportOptions(
      keepingAllIn: zone, zones: zones, dayStart: choice.configuration.dayStartOrDefault)
    options.profile = choice.profile
    options.projects = choice.projects
    options.tags = choice.tags
    options.lines = choice.lines
    return options
  }

  /// The requested projects that are in no source.
  private var missingProjects: [String] {
    guard !projects.isEmpty else { return [] }
    var paths: Set<[String]> = []
    for calendar in calendars {
      for item in calendar.items { paths.insert(item.hintedPath) }
    }
    let known = ExactSet(
      paths.flatMap { $0 + [$0.joined(separator: " / ")] }.map { $0.lowercased() })
    return entries.projectNames(missingOf: projects).filter { !known.contains($0.lowercased()) }
  }

  /// Reports missing projects: a project that was renamed would silently empty a list.
  func reportMissingProjects(_ messages: inout Messages) {
    for name in missingProjects {
      messages.fail("--project: there is no project \(name.quoted)", .refused)
    }
  }

  /// Reports missing projects, and tags that no source has: a slip would silently empty a list.
  func reportMissingNames(_ messages: inout Messages) {
    reportMissingProjects(&messages)
    for name in missingTags {
      messages.fail(TaskEntries.missingTag(name), .refused)
    }
  }

  /// The requested tags that are in no source.
  private var missingTags: [String] {
    entries.tagNames(missingOf: tags).filter { name in
      let selection = Selection(ExportOptions(tags: [name]))
      return !calendars.contains { calendar in
        calendar.items.contains { selection.isAsked(path: [], words: $0.categories) }
      }
    }
  }

  /// Reports a query that matches lines, but none that a list can show.
  func reportHiddenMatches(_ messages: inout Messages) {
    guard let found, !found.isEmpty, !entries.entries.contains(where: { found.contains($0.line) })
    else { return }
    let count = found.count
    messages.warn(
      "the query finds \(count) \(count == 1 ? "line" : "lines"), but none that a list shows; "
        + "expected tasks, as in 'project Home//task'")
  }

  /// The short IDs of the lines, the same as in the commands that change them: lines in the archive have none.
  ///
  /// - Parameter others: The files of the lists of stores, which come after the others.
  func shortIDs(beside others: [TaskFile]) -> ShortIDs {
    hasArchive || !others.isEmpty
      ? ShortIDs(TaskEntries(files: entries.files + others, vocabulary: lines.reader.vocabulary))
      : ShortIDs(entries)
  }

  // MARK: Task files

  /// Calls a closure with each wanted line, and reports the dates in it that cannot be read.
  ///
  /// - Parameter closed: Whether lines below a closed item are read too.
  func forEachLine(
    closed: Bool, _ messages: inout Messages, body: (SourceLine) -> Void
  ) {
    for index in entries.entries.indices {
      guard let found = lines.read(index, closed: closed) else { continue }
      if let report = found.report { messages.report(report, in: lines) }
      if let line = found.line { body(line) }
    }
  }

  /// The name of the file that something came from.
  func name(of place: SourcePlace) -> String {
    switch place {
    case .line(let line): entries.files[line.file].name
    case .component(let calendar): calendars[calendar].name
    }
  }

  // MARK: Calendars

  /// Calls `body` with the wanted items of the calendars.
  func forEachCalendarSeries(_ body: (SourceSeries) -> Void) {
    for number in calendars.indices { forEachSeries(ofCalendar: number, body) }
  }

  /// Calls `body` with the wanted items of a calendar.
  func forEachSeries(ofCalendar number: Int, _ body: (SourceSeries) -> Void) {
    calendars[number].forEachItem { item, changed, zones in
      guard isAsked(item) else { return }
      body(
        SourceSeries(
          item: item.inHintedPeriod(lines.reader.vocabulary), changed: changed, zones: zones,
          project: item.hintedPath, origin: .component(calendar: number)))
    }
  }

  private func isAsked(_ item: CalendarItem) -> Bool {
    lines.selection.isAsked(path: item.hintedPath, words: item.categories)
  }
}
