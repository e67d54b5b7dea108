import ArgumentParser
import CalendarFeeds
import Diagnostics
import DuecalConfiguration
import ExactText
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

      With -o the calendar remembers: an item keeps its name while its line is retyped or moved, and \
      its bytes while it is not. Without a change nothing is written, so it may run every minute.

      A date that moves with the clock, such as @due(tomorrow), is an error: duecal resolve writes the \
      date that it is now into the file. With --relative it is what the clock says, another date each day.

      Given a store in place of files, the items of that are written as they are kept.

      Examples:
        duecal export home.taskpaper
        duecal export ~/notes --zone Europe/Berlin -o tasks.ics
        duecal export ~/notes --as event --done exclude -o ~/www/tasks.ics -q
        duecal export ~/notes --split project -o ~/www/calendars
        duecal export ~/notes -o tasks.ics --dry-run
        duecal export ~/notes --where 'project Work//not @private' -o work.ics
        duecal export - --json < home.taskpaper
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup(title: "What becomes of tasks") var choice: ChoiceOptions
  @OptionGroup(title: "What becomes of tasks") var condition: WhereOptions
  @OptionGroup(title: "How it is written") var form: FormOptions
  @OptionGroup var speech: MessageOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(speech, runEnvironment)
    if try exportStores(runEnvironment, &messages) {
      return try messages.status.throwUnlessDone()
    }
    var read = ReadSources()
    do {
      let sources = try sources.orUsual(runEnvironment)
      let output = try output(runEnvironment, &messages)
      read = sources.read(&messages, runEnvironment)
      try export(read, output, runEnvironment: runEnvironment, messages: &messages)
    } catch let status as ExitStatus {
      messages.note(status)
      if form.json {
        ExportJSON.print(nil, nil, files: read.files, messages: messages, isDryRun: false)
      }
      throw status
    }
    try messages.status.throwUnlessDone()
  }

  /// True where lines are asked for that no store has, or to be written in another way.
  private var choosesLines: Bool {
    condition.isGiven || choice.profile != .auto || choice.done != nil || choice.from != nil
      || choice.to != nil || choice.undated != nil
      || !(choice.project + choice.tag + choice.classes).isEmpty || form.plain
      || form.refresh != nil
      || form.times != .zone || form.alarms != nil || form.recurringDue != nil
  }

  /// Exports stores, where these are what is named; else false.
  private func exportStores(
    _ runEnvironment: RunEnvironment, _ messages: inout Messages
  ) throws -> Bool {
    guard sources.paths.contains(where: StoreNames(runEnvironment).isOne) else { return false }
    let named = try SourcePaths(sources.paths, runEnvironment)
    guard named.paths.isEmpty || named.stores.isEmpty else {
      throw ValidationError("task files and stores are exported apart; expected one or the other")
    }
    guard !named.stores.isEmpty else { return false }
    try StoreAddressCheck.refuse(
      form.path.map { [$0] } ?? [], for: .calendars, runEnvironment: runEnvironment)
    guard !choosesLines, !form.json, form.split == nil else {
      throw ValidationError(
        "a store is exported as it is; expected no options but -o, --name and --dry-run")
    }
    let export = StoreExport(
      path: form.path, name: form.name, isDryRun: form.dryRun, hasExitCode: form.exitCode)
    export.run(named.stores, StoreOpening(runEnvironment), messages: &messages)
    return true
  }

  /// Takes what is written to, nil for standard output.
  private func output(
    _ runEnvironment: RunEnvironment, _ messages: inout Messages
  ) throws(ExitStatus) -> (any FeedOutput)? {
    guard let path = form.path else { return nil }
    try StoreAddressCheck.refuse([path], for: .calendars, runEnvironment: runEnvironment)
    do throws(FileError) {
      return form.split == nil ? try FeedFile(path: path) : try FeedFolder(path: path)
    } catch {
      messages.sayUnwritable(error)
      throw messages.status
    }
  }

  private func export(
    _ read: ReadSources, _ output: (any FeedOutput)?, runEnvironment: RunEnvironment,
    messages: inout Messages
  ) throws {
    var output = output
    try output?.refuseLoss(of: read, endings: sources.endings, messages: &messages)
    let state = try FeedState(of: output?.path, runEnvironment, messages: &messages)
    let memory = try output?.memory(state.notes, &messages) ?? FeedMemory()
    let zone = try zone(memory, runEnvironment, messages: &messages)
    if !form.allowEmpty { try read.refuseEmptying(memory, output, messages: &messages) }
    guard !read.files.isEmpty || form.allowEmpty else { throw messages.status }
    let items = JSONElements(
      depth: ExportJSON.itemDepth, waitingIn: runEnvironment.temporaryFolder)
    let feed = try feed(
      of: read, zone, memory: memory, items: items, runEnvironment: runEnvironment,
      messages: &messages)
    if !form.allowEmpty { try refuseEmptying(feed, output, messages: &messages) }
    say(feed, read.files, messages: &messages)
    if try write(feed, items, read: read, output: output, messages: &messages) {
      state.save(feed.notes, &messages)
    }
    messages.tell(
      "\(count(feed.reminderCount, "to-do")) and \(count(feed.eventCount, "event")) from "
        + "\(count(read.files.count, "file")), times in \(zone.name)")
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The run's zone: where nobody names one, the feed keeps that of its last output.
  private func zone(
    _ memory: FeedMemory, _ runEnvironment: RunEnvironment, messages: inout Messages
  ) throws -> Zone {
    guard zones.name(runEnvironment) == nil, let name = memory.zone,
      let kept = try? ZoneDatabase().zone(named: name)
    else { return try zones.named(runEnvironment) }
    if let own = zones.found(runEnvironment), own.name != kept.name {
      messages.warn(
        "the calendar stays in \(kept.name), and this machine is in \(own.name); --zone says which")
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
    var options = try choice.options(zone: zone, today: today)
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
      files: read.files, vocabulary: vocabulary, includesArchive: choice.archive)
    entries.mark(
      imported: try KeptLines.find(
        in: read.files, besides: memory, reader: reader, runEnvironment: runEnvironment,
        messages: &messages)
    )
    try refuseMissingProjects(entries, &messages)
    var feedOptions = FeedOptions(
      export: options, encoding: form.encoding(runEnvironment.configuration),
      header: form.header(speech.color?.calendar), split: form.split)
    feedOptions.queries = condition.queries + condition.search
    return Feed(
      entries, reader, options: feedOptions, after: memory, keepsGone: read.isIncomplete,
      keepsChanges: form.dryRun, keepsNotes: form.path != nil,
      waitingIn: runEnvironment.temporaryFolder,
      eachItem: form.json ? { items.add(ItemJSON($0, read.files)) } : nil)
  }

  /// The lines that queries find; where they find none, a feed that had items would be emptied.
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

  /// A project that was renamed would silently empty the calendar of those who read it.
  private func refuseMissingProjects(
    _ entries: TaskEntries, _ messages: inout Messages
  ) throws(ExitStatus) {
    let missing = entries.projectNames(missingOf: choice.project)
    for name in missing {
      let isArchive = name.lowercased() == "archive" && !choice.archive
      messages.fail(
        "--project: there is no project \(name.quoted)\(isArchive ? " without --archive" : ""); "
          + "nothing is written", .refused)
    }
    if !missing.isEmpty { throw .refused }
  }

  private func say(_ feed: Feed, _ files: [TaskFile], messages: inout Messages) {
    for (file, diagnostics) in zip(files, feed.diagnostics) {
      for diagnostic in diagnostics.sorted(by: { $0.place < $1.place }) {
        messages.say(diagnostic, file: file.name)
      }
    }
    messages.say(feed.losses, files: files)
    if feed.newlyAnchored > 0 {
      messages.warn(
        "DTSTART of \(count(feed.newlyAnchored, "repeating to-do")) is the due date now, under the same UID; "
          + "--recurring-due duration writes it as before")
    }
    if feed.droppedUnread > 0 {
      messages.warn(
        "\(count(feed.droppedUnread, "item")) may be of a file that cannot be read, and whether they are "
          + "still chosen is not known; they leave the feed")
    }
  }

  /// Stops where the items of a file would go that is gone, or has no task any more.
  private func refuseEmptying(
    _ feed: Feed, _ output: (any FeedOutput)?, messages: inout Messages
  ) throws(ExitStatus) {
    guard feed.emptied > 0, let output else { return }
    messages.fail(
      "a file with \(count(feed.emptied, "item")) of \(output.path) is empty or gone; nothing is "
        + "written without --allow-empty", .refused)
    throw .refused
  }

  /// Writes the feed; true if all of it is written.
  private func write(
    _ feed: Feed, _ items: JSONElements, read: ReadSources, output: (any FeedOutput)?,
    messages: inout Messages
  ) throws -> Bool {
    var isWritten = false
    if form.dryRun, let output {
      compare(feed, output, messages: &messages)
    } else if let output {
      isWritten = output.write(feed, &messages)
    }
    if form.json {
      ExportJSON.print(items, feed, files: read.files, messages: messages, isDryRun: form.dryRun)
    } else if output == nil {
      for calendar in feed.calendars { Output.standard.write(calendar.contents) }
    }
    return isWritten
  }

  /// Says what would change: items, and the files that are new or go, or that change in nothing else.
  private func compare(_ feed: Feed, _ output: any FeedOutput, messages: inout Messages) {
    let differences = output.differences(feed, &messages)
    let files = differences.filter { feed.changes.isEmpty || !$0.hasPrefix("~") }
    let isFolder = form.split != nil
    if !form.json {
      for change in feed.changes { Output.standard.print(change.line) }
      for file in isFolder || feed.changes.isEmpty ? files : [] { Output.standard.print(file) }
    }
    messages.tell("\(output.path): \(differences.isEmpty ? "unchanged" : "would be written")")
    if !differences.isEmpty, form.exitCode { messages.note(.wouldChange) }
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
