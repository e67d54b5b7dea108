import CalendarFeeds
import CalendarItems
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import ICalendar
import TaskBridge
import TaskDates
import TaskEditing
import TaskFolderStore
import TaskText

/// The items of task files and calendars, for the commands that show them by date.
///
/// Items are made one after the other, and only of lines that are asked for: a list for today need not make an item of
/// every line of a file.
struct SourceItems {
  /// All lines that can become items.
  let entries: TaskEntries
  /// The calendars, in order.
  let calendars: [SourceCalendar]
  /// The lists of stores by their keys, with what reads them as lines; their IDs need all items, and not only those that
  /// are shown.
  var storedLists: [(key: String, lines: () throws(StoreError) -> ListLines)] = []
  /// The clock of the run.
  let clock: RunClock
  private let projects: [String]
  private let hasArchive: Bool
  private let found: QueryMatches?
  /// The time of day from which alarms of dates without a time are counted.
  let dayStart: TimeParameters
  private let zones: ExactDictionary<Zone>
  private let reader: LineFieldReader
  private let selection: Selection
  private let mapping: ItemMapping
  private let ownUIDs: ExplicitUIDs?
  private let firstUIDs: DerivedUIDs?

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
    _ files: [TaskFile], _ calendars: [SourceCalendar], clock: RunClock, choice: Choice
  ) {
    self.calendars = calendars
    self.clock = clock
    projects = choice.projects
    hasArchive = choice.includesArchive
    found = choice.lines
    dayStart = choice.configuration.dayStartOrDefault
    let vocabulary = choice.configuration.vocabulary
    let named = NamedZones(files, vocabulary)
    zones = named.zones.merging([clock.zone.name: clock.zone]) { named, _ in named }
    reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    entries = TaskEntries(
      files: files, vocabulary: reader.vocabulary, includesArchive: choice.includesArchive)
    let options = Self.options(clock.zone, named.zones, choice: choice)
    selection = Selection(options)
    mapping = ItemMapping(options, vocabulary: reader.vocabulary)
    ownUIDs = choice.namesItems ? ExplicitUIDs(entries, reader: reader) : nil
    firstUIDs = ownUIDs.map { [entries] in DerivedUIDs(entries, besides: $0) }
  }

  /// Options that keep everything, since people see their own data: private items, imported lines, alarms.
  private static func options(
    _ zone: Zone, _ zones: ExactDictionary<Zone>, choice: Choice
  ) -> ExportOptions {
    var options = ExportOptions(zone: zone)
    options.zones = zones
    options.profile = choice.profile
    options.done = .include
    options.projects = choice.projects
    options.tags = choice.tags
    options.lines = choice.lines
    options.takesImported = true
    options.classes = ["PUBLIC", "PRIVATE", "CONFIDENTIAL"]
    options.keepsAlarms = true
    options.doneMark = ""
    options.dayStart = choice.configuration.dayStartOrDefault
    return options
  }

  /// The requested projects that are in no source.
  private var missingProjects: [String] {
    guard !projects.isEmpty else { return [] }
    var paths: Set<[String]> = []
    for calendar in calendars {
      for item in calendar.items { paths.insert(item.projectHint) }
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
      ? ShortIDs(TaskEntries(files: entries.files + others, vocabulary: reader.vocabulary))
      : ShortIDs(entries)
  }

  // MARK: Task files

  /// Calls a closure with each wanted line, and reports the dates in it that cannot be read.
  ///
  /// - Parameter closed: Whether lines below a closed item are read too.
  func forEachLine(
    closed: Bool, _ messages: inout Messages, body: (SourceLine) -> Void
  ) {
    for (index, entry) in entries.entries.enumerated() where closed || !entry.isClosedAbove {
      guard selection.mayBeAsked(entry, in: entries) else { continue }
      let file = entries.file(of: entry)
      if let fault = ItemSize.fault(of: file, line: entry.line.line) {
        messages.report(fault, file: file.name)
        continue
      }
      let reading = reader.reading(of: file.document, line: entry.line.line)
      messages.report(reading, of: entry.line, in: file)
      guard selection.isAsked(entry, in: entries) else { continue }
      body(SourceLine(index: index, entry: entry, fields: reading.fields))
    }
  }

  /// Reads the tags of a line again.
  func fields(of line: LineRef) -> LineFields {
    reader.reading(of: entries.files[line.file].document, line: line.line).fields
  }

  /// The item that a line is; nil for an event without a date.
  func series(of line: SourceLine) -> SourceSeries? {
    guard let kind = selection.kinds(of: line.entry, line.fields, in: entries).first else {
      return nil
    }
    let source = source(of: line)
    var ignored: [Diagnostic] = []  // `check` reports what an item cannot hold
    let item = mapping.item(
      kind, line.fields, source: source, uid: uid(of: line.index, kind), diagnostics: &ignored)
    return SourceSeries(
      item: item, changed: [], zones: zones, project: source.path, origin: .line(line))
  }

  private func source(of line: SourceLine) -> ItemMapping.Source {
    ItemMapping.Source(
      line: line.line.line, file: entries.file(of: line.entry),
      path: entries.path(of: line.entry), parentUID: line.entry.parent.flatMap { uid(of: $0) })
  }

  /// The hints that the item of a line needs in a store.
  func hints(of line: SourceLine) -> [ItemHint] {
    LineHint.properties(of: source(of: line), line.fields)
  }

  private func uid(of index: Int, _ kind: CalendarItem.Kind) -> String {
    let name = uid(of: index) ?? ""
    return kind == .event && !name.isEmpty ? "\(name)-event" : name
  }

  private func uid(of index: Int) -> String? { ownUIDs?.names[index] ?? firstUIDs?[index] }

  /// The name of the file that something came from.
  func name(of origin: SourceSeries.Origin) -> String {
    switch origin {
    case .line(let line): entries.file(of: line.entry).name
    case .component(let calendar): calendars[calendar].name
    }
  }

  // MARK: Calendars

  /// Calls `body` with the wanted items of the calendars.
  func forEachCalendarSeries(_ body: (SourceSeries) -> Void) {
    for (number, calendar) in calendars.enumerated() {
      calendar.forEachItem { item, changed, zones in
        guard isAsked(item) else { return }
        body(
          SourceSeries(
            item: item.inHintedPeriod(reader.vocabulary), changed: changed, zones: zones,
            project: item.projectHint,
            origin: .component(calendar: number)))
      }
    }
  }

  private func isAsked(_ item: CalendarItem) -> Bool {
    selection.isAsked(path: item.projectHint, words: item.categories)
  }
}

extension CalendarItem {
  /// The project path that duecal wrote into a calendar item.
  fileprivate var projectHint: [String] {
    hints.first { $0.name == LineHint.path }?.values ?? []
  }
}
