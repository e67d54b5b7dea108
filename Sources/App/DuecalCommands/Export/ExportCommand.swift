import ArgumentParser
import CalendarFeeds
import Diagnostics
import DuecalConfiguration
import ExactText
import LineCodec
import TaskBridge
import TaskDates
import UserFiles

/// `duecal export`.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the tasks of files as an iCalendar file.",
    discussion: """
      Dated and undated tasks become to-dos, ranges of times or days become events. For calendars \
      that show no to-dos (Google, Outlook, subscriptions in Apple's Calendar) use --as event.

      With -o, an item keeps its UID if its line is retyped or moved, and the same bytes if its line is \
      unchanged. The file is written only if something changed, so the command may run every minute.

      A date that moves with the clock, such as @due(tomorrow), is an error: duecal resolve replaces it in the \
      file by the date that it means now. With --relative it is exported as the date that it means at the time \
      of the run.

      --from and --to do not leave out items without a date. --dry-run prints + for a new item or calendar, \
      ~ for a changed one, with the differences, and - for a removed one. With --json the calendar is written \
      only to -o.

      If you give a store in place of files, its items are written as the store has them.

      Without arguments, the feeds of the configuration ([feed.NAME]) are written, each to its file; --feed \
      writes one of them. If there are none, the usual files are printed as a calendar.

      Examples:
        duecal export home.taskpaper
        duecal export ~/notes --zone Europe/Berlin -o tasks.ics
        duecal export ~/notes --as event --done exclude -o ~/www/tasks.ics -q
        duecal export ~/notes --split project -o ~/www/calendars
        duecal export ~/notes -o tasks.ics --dry-run
        duecal export ~/notes --name Tasks --calendar-color teal -o tasks.ics
        duecal export ~/notes --where 'project Work//not @private' -o work.ics
        duecal export - --json < home.taskpaper
      """)

  @OptionGroup(title: "Which tasks, and as what") var choice: ChoiceOptions
  @OptionGroup(title: "Which tasks, and as what") var condition: WhereOptions
  @OptionGroup(title: "How it is written") var form: FormOptions
  @OptionGroup(title: "How it is written") var named: NamedFeedOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup var dry: DryRunOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if !choosesNothing { try refuseDryRunWithoutOutput() }
  }

  private func refuseDryRunWithoutOutput() throws {
    if dry.dryRun, form.path == nil, named.names.isEmpty {
      throw ValidationError("--dry-run needs -o, the file to compare with")
    }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(verbosity, runEnvironment)
    if let feeds = try ConfiguredFeeds(self, runEnvironment) {
      feeds.export(&messages)
    } else {
      try refuseDryRunWithoutOutput()
      try write(runEnvironment, &messages)
    }
    try messages.status.throwUnlessDone()
  }

  /// Writes the feed of these options, or prints it.
  func write(_ runEnvironment: RunEnvironment, _ messages: inout Messages) throws {
    if try exportStores(runEnvironment, &messages) { return }
    var read = ReadSources()
    do {
      let sources = try sources.orUsual(runEnvironment)
      let output = try output(runEnvironment, &messages)
      try LastRun.repeating(&messages) {
        last(sources, runEnvironment)
      } run: { messages in
        read = sources.read(&messages, runEnvironment)
        read.leaveOutConflicts(&messages)
        read.reportTaskless(&messages)
        try export(read, output, runEnvironment: runEnvironment, messages: &messages)
        return !read.isIncomplete
      }
    } catch let status as ExitStatus {
      messages.note(status)
      if form.json {
        ExportJSON.print(nil, nil, files: read.files, messages: messages, isDryRun: false)
      }
      throw status
    }
  }

  /// True if neither files nor options are given, except those that do not change what is written.
  var choosesNothing: Bool {
    !choosesLines && sources.given.isEmpty && sources.reading.extensions.isEmpty
      && sources.reading.dialect == nil && zones.zone == nil && form.changesNothing
      && !choice.withheld.archive && !choice.withheld.imported
  }

  /// The record of the last run, by which a run without changes is recognised; nil for a run that prints something, or
  /// depends on the clock.
  private func last(
    _ sources: SourceOptions, _ runEnvironment: RunEnvironment
  ) -> LastRun? {
    guard let path = form.path, form.split == nil, !form.json, !form.relative, !form.allowEmpty,
      !dry.dryRun, !condition.isGiven, !verbosity.level.verbose, choice.from == nil,
      choice.to == nil, choice.done == nil,
      let zone = try? ZoneOptions.zone(named: zones.zoneName(runEnvironment), runEnvironment)
    else { return nil }
    let sources = LastRun.Sources(
      paths: sources.paths, endings: sources.reading.endings(runEnvironment))
    return LastRun("exports", writing: path, from: [sources], in: zone, runEnvironment)
  }

  /// True for options that choose lines or their form, which do not apply to stores.
  private var choosesLines: Bool {
    condition.isGiven || choice.profile != .auto || choice.done != nil || choice.from != nil
      || choice.to != nil || choice.undated != nil
      || !(choice.filter.project + choice.filter.tag + choice.withheld.classes).isEmpty
      || form.plain
      || form.refresh != nil
      || form.times != .zone || form.alarms != nil || form.recurringDue != nil
  }

  /// Exports the sources if they are stores; returns false otherwise.
  private func exportStores(
    _ runEnvironment: RunEnvironment, _ messages: inout Messages
  ) throws -> Bool {
    guard sources.given.contains(where: StoreNames(runEnvironment).isOne) else { return false }
    let named = try SourcePaths(sources.given, runEnvironment)
    guard named.paths.isEmpty || named.stores.isEmpty else {
      throw ValidationError(
        "task files and stores are exported separately; expected one or the other")
    }
    guard !named.stores.isEmpty else { return false }
    try StoreAddressCheck.refuse(
      form.path.map { [$0] } ?? [], for: .calendars, runEnvironment: runEnvironment)
    guard !choosesLines, !form.json, form.split == nil else {
      throw ValidationError(
        "a store is exported as it is; expected no options but -o, --name and --dry-run")
    }
    let export = StoreExport(
      path: form.path, name: form.name, isDryRun: dry.dryRun, hasExitCode: dry.exitCode)
    export.run(named.stores, StoreOpening(runEnvironment), messages: &messages)
    return true
  }

  /// The output; nil for standard output.
  private func output(
    _ runEnvironment: RunEnvironment, _ messages: inout Messages
  ) throws(ExitStatus) -> (any FeedOutput)? {
    guard let path = form.path else { return nil }
    try StoreAddressCheck.refuse([path], for: .calendars, runEnvironment: runEnvironment)
    do throws(FileError) {
      return form.split == nil ? try FeedFile(path: path) : try FeedFolder(path: path)
    } catch {
      messages.reportUnwritable(error)
      throw messages.status
    }
  }

  private func export(
    _ read: ReadSources, _ output: (any FeedOutput)?, runEnvironment: RunEnvironment,
    messages: inout Messages
  ) throws {
    var output = output
    try output?.refuseLoss(
      of: read, endings: sources.reading.endings(runEnvironment), messages: &messages)
    let state = try FeedState(of: output?.path, runEnvironment, messages: &messages)
    let memory = try output?.memory(state.notes, &messages) ?? FeedMemory()
    let zone = try zone(memory, runEnvironment, messages: &messages)
    let paths = try sources.orUsual(runEnvironment).paths
    let sources = FeedSources(of: output?.path, runEnvironment)
    let rules = runEnvironment.configuration.folderRules
    if !form.allowEmpty {
      try read.refuseEmptying(memory, output, sources, leavingOut: rules, messages: &messages)
      guard !read.files.isEmpty || read.areReleased(sources, by: rules) else {
        throw messages.status
      }
    }
    let items = JSONElements(
      depth: ExportJSON.itemDepth, waitingIn: runEnvironment.temporaryFolder)
    let feed = try feed(
      of: read, zone, memory: memory, items: items, runEnvironment: runEnvironment,
      messages: &messages)
    if !form.allowEmpty { try refuseEmptying(feed, output, sources, paths, messages: &messages) }
    report(feed, read.files, messages: &messages)
    for zone in memory.changedZones {
      messages.warn(
        "\(output?.path ?? ""): the time zone data of \(zone.name) have changed: "
          + "\(count(zone.count, "item")) at the old times of day, which are other instants now")
    }
    if try write(feed, items, read: read, output: output, messages: &messages) {
      state.save(feed.notes, &messages)
      sources.save(read.files)
    }
    messages.log(
      "\(count(feed.reminderCount, "to-do")) and \(count(feed.eventCount, "event")) from "
        + "\(count(read.files.count, "file")), times in \(zone.name)")
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The run's zone; if nothing sets one, a feed keeps the zone of its last output.
  private func zone(
    _ memory: FeedMemory, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> Zone {
    guard zones.zoneName(runEnvironment) == nil, let name = memory.zone,
      let kept = try? ZoneDatabase().zone(named: name)
    else { return try zones.nameableZone(runEnvironment) }
    if let own = zones.environmentZone(runEnvironment, otherThan: kept) {
      messages.warn(
        "the calendar keeps the zone \(kept.name), but this machine is in \(own.name); use --zone "
          + "to choose")
    }
    return kept
  }

  /// The zones of items that may stay as they are.
  private func zones(of memory: FeedMemory) -> ExactDictionary<Zone> {
    let database = ZoneDatabase()
    let zones = memory.zoneNames.compactMap { name in
      (try? database.zone(named: name)).map { (name, $0) }
    }
    return ExactDictionary(zones) { first, _ in first }
  }

  private func feed(
    of read: ReadSources, _ zone: Zone, memory: FeedMemory, items: JSONElements,
    runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> Feed {
    let today = zone.civil(at: runEnvironment.now)
    var options = try choice.options(runEnvironment, in: zone)
    form.apply(to: &options)
    options.dayStart = runEnvironment.configuration.dayStartOrDefault
    let vocabulary = runEnvironment.configuration.vocabulary
    options.lines = try lines(
      of: read, today, vocabulary: vocabulary, memory: memory, messages: &messages)
    let named = NamedZones(read.files, vocabulary)
    options.zones = named.zones.merging(zones(of: memory)) { named, _ in named }
    let clock = form.relative ? today.map { RelativeDates.resolve(at: $0) } : nil
    let reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: clock ?? .refuse,
      pinned: runEnvironment.pinned(in: zone), isZoneKnown: named.error)
    var entries = TaskEntries(
      files: read.files, vocabulary: vocabulary, includesArchive: choice.withheld.archive)
    entries.mark(
      imported: try KeptLines.find(
        in: read.files, reader: reader, runEnvironment: runEnvironment, messages: &messages))
    try refuseMissing(entries, read, &messages)
    reportImported(entries, options, &messages)
    var feedOptions = FeedOptions(
      export: options, encoding: form.encoding(runEnvironment.configuration),
      header: form.header, split: form.split)
    feedOptions.queries = condition.queries + condition.search
    return Feed(
      entries, reader, options: feedOptions, after: memory, keepsGone: read.isIncomplete,
      keepsChanges: dry.dryRun, keepsNotes: form.path != nil,
      waitingIn: runEnvironment.temporaryFolder, threads: Processors.count,
      eachItem: form.json ? { items.add(ItemJSON($0, read.files)) } : nil)
  }

  /// The lines that queries match; an error if they match none, which would empty a feed that had items.
  private func lines(
    of read: ReadSources, _ now: DateTimeParameters?, vocabulary: Vocabulary,
    memory: FeedMemory, messages: inout Messages
  ) throws(ExitStatus) -> QueryMatches? {
    guard condition.isGiven, let now else { return nil }
    let lines = try condition.lines(
      of: read.files, now: now, vocabulary: vocabulary, messages: &messages)
    if let lines, lines.isEmpty, !memory.isEmpty, !form.allowEmpty {
      messages.fail(
        "the query finds no line, and the feed has \(count(memory.count, "item")); nothing is "
          + "written without --allow-empty", .refused)
      throw .refused
    }
    return lines
  }

  /// Refuses missing projects and tags: one that was renamed would silently empty the calendar of its subscribers.
  private func refuseMissing(
    _ entries: TaskEntries, _ read: ReadSources, _ messages: inout Messages
  ) throws(ExitStatus) {
    try entries.refuseMissing(
      projects: choice.filter.project, includingArchive: choice.withheld.archive, &messages)
    // A file that cannot be read now may have the tag.
    if !form.allowEmpty, !read.isIncomplete {
      try entries.refuseMissing(tags: choice.filter.tag, &messages)
    }
  }

  /// Reports lines that are left out because an import keeps them: they are in a calendar already.
  private func reportImported(
    _ entries: TaskEntries, _ options: ExportOptions, _ messages: inout Messages
  ) {
    guard !options.takesImported else { return }
    var asked = options
    asked.takesImported = true
    let selection = Selection(asked)
    let lines = entries.entries.filter { $0.isImported && selection.isAsked($0, in: entries) }
    for (file, own) in Dictionary(grouping: lines, by: \.line.file).sorted(by: { $0.key < $1.key })
    {
      let numbers = own.prefix(5).map { "\($0.line.line + 1)" }.joined(separator: ", ")
      let isOne = own.count == 1
      messages.warn(
        "\(entries.files[file].name): \(count(own.count, "line")) of an import "
          + "\(isOne ? "is" : "are") left out (\(numbers)\(own.count > 5 ? ", …" : "")), because "
          + "\(isOne ? "it is" : "they are") in a calendar already; --imported exports "
          + (isOne ? "it" : "them"))
    }
  }

  private func report(_ feed: Feed, _ files: [TaskFile], messages: inout Messages) {
    for (file, diagnostics) in zip(files, feed.diagnostics) {
      for diagnostic in diagnostics.sorted(by: { $0.place < $1.place }) {
        messages.report(diagnostic, file: file.name)
      }
    }
    messages.report(feed.losses, files: files)
    if feed.newlyAnchored > 0 {
      messages.warn(
        "DTSTART of \(count(feed.newlyAnchored, "repeating to-do")) is now the due date, under the "
          + "same UID; --recurring-due duration writes it as before")
    }
    if feed.droppedUnread > 0 {
      messages.warn(
        "\(count(feed.droppedUnread, "item")) may come from a file that cannot be read, so it is "
          + "unknown whether they are still selected; they are removed from the feed")
    }
  }

  /// Refuses to remove all items of a file that is missing, or has no more tasks.
  private func refuseEmptying(
    _ feed: Feed, _ output: (any FeedOutput)?, _ sources: FeedSources, _ paths: [String],
    messages: inout Messages
  ) throws(ExitStatus) {
    guard let output else { return }
    let gone = feed.emptiedFiles.filter { !sources.isReleased($0, by: paths) }
    guard !gone.isEmpty || feed.isLostToImports else { return }
    if feed.isLostToImports, gone.isEmpty {
      messages.fail(
        "\(output.path) would lose all its items, because lines of an import have their titles; "
          + "nothing is written without --allow-empty", .refused)
    }
    for file in gone {
      messages.fail(
        "\(sources.description(of: file)) of \(output.path) is empty or gone; nothing is written "
          + "without --allow-empty", .refused)
    }
    throw .refused
  }

  /// Writes the feed; true if it was written completely.
  private func write(
    _ feed: Feed, _ items: JSONElements, read: ReadSources, output: (any FeedOutput)?,
    messages: inout Messages
  ) throws -> Bool {
    var isWritten = false
    if dry.dryRun, let output {
      compare(feed, output, messages: &messages)
    } else if let output {
      isWritten = output.write(feed, &messages)
    }
    if form.json {
      ExportJSON.print(items, feed, files: read.files, messages: messages, isDryRun: dry.dryRun)
    } else if output == nil {
      for calendar in feed.calendars { Output.standard.write(calendar.contents) }
    }
    return isWritten
  }

  /// Reports what would change: items, new and removed files, and files whose other contents change.
  private func compare(_ feed: Feed, _ output: any FeedOutput, messages: inout Messages) {
    let differences = output.differences(feed, &messages)
    let files = differences.filter { feed.changes.isEmpty || !$0.hasPrefix("~") }
    let isFolder = form.split != nil
    if !form.json {
      for change in feed.changes { Output.standard.print(change.line) }
      for file in isFolder || feed.changes.isEmpty ? files : [] {
        Output.standard.print(HomePath.inMessage(file, on: .standard))
      }
    }
    messages.log("\(output.path): \(differences.isEmpty ? "unchanged" : "would be written")")
    if !differences.isEmpty, dry.exitCode { messages.note(.wouldChange) }
  }
}

extension FeedChange {
  /// The change as a line of `--dry-run`.
  fileprivate var line: String {
    switch kind {
    case .added: "+ \(title.shownTitle.visible)"
    case .changed: "~ \(title.shownTitle.visible) (\(properties.joined(separator: ", ")))"
    case .removed: "- \(title.shownTitle.visible)"
    }
  }
}
