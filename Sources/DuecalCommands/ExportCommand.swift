import ArgumentParser
import CalendarFeeds
import CalendarItems
import Diagnostics
import ICalendar
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

      Examples:
        duecal export home.taskpaper
        duecal export ~/notes --zone Europe/Berlin -o tasks.ics
        duecal export ~/notes --as event --done exclude -o /srv/www/tasks.ics -q
        duecal export - --json < home.taskpaper
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup(title: "What becomes of tasks") var choice: ChoiceOptions
  @OptionGroup(title: "How it is written") var form: FormOptions
  @OptionGroup var speech: MessageOptions

  func run() throws {
    let surroundings = try Surroundings.current()
    var messages = Messages(speech, surroundings)
    let zone = try zones.named(surroundings)
    let output = try claim(&messages)
    var identities: Set<FileIdentity> = []
    let files = sources.files(&messages, surroundings, &identities)
    try refuse(identities, output, &messages)
    guard !files.isEmpty, let feed = try feed(of: files, zone, surroundings, &messages) else {
      if form.json { Output.standard.write(try ExportJSON.document(nil, files, messages)) }
      throw messages.status
    }
    for (file, diagnostics) in zip(files, feed.diagnostics) {
      for diagnostic in diagnostics.sorted(by: { $0.place < $1.place }) {
        messages.say(diagnostic, file: file.name)
      }
    }
    messages.say(feed.losses, files: files)
    output?.write(feed.bytes, &messages)
    try print(feed, files, messages)
    messages.tell(
      "\(count(feed.reminderCount, "to-do")) and \(count(feed.eventCount, "event")) from "
        + "\(count(files.count, "file")), times in \(zone.name)")
    try messages.status.throwUnlessDone()
  }

  /// Takes the file that is written to, nil where that is standard output.
  private func claim(_ messages: inout Messages) throws -> CalendarOutput? {
    do throws(FileError) {
      return try form.calendar()
    } catch {
      messages.sayUnwritable(error)
      if form.json { Output.standard.write(try ExportJSON.document(nil, [], messages)) }
      throw messages.status
    }
  }

  /// Stops before anything is lost to the calendar.
  private func refuse(
    _ sources: Set<FileIdentity>, _ output: CalendarOutput?, _ messages: inout Messages
  ) throws {
    do throws(FileError) {
      guard
        let objection = try output?.objection(sources: sources, endings: self.sources.endings)
      else { return }
      messages.fail(objection, .refused)
    } catch {
      messages.sayUnreadable(error)
    }
    throw messages.status
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  private func feed(
    of files: [TaskFile], _ zone: Zone, _ surroundings: Surroundings, _ messages: inout Messages
  ) throws -> Feed? {
    let today = zone.civil(at: surroundings.now)
    var options = try choice.options(zone: zone, today: today)
    form.apply(to: &options)
    let named = NamedZones(files)
    options.zones = named.zones
    let vocabulary = Vocabulary()
    let clock = form.relative ? today.map { RelativeDates.resolve(at: $0) } : nil
    let reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: clock ?? .refuse, isZoneKnown: named.error)
    let entries = TaskEntries(
      files: files, vocabulary: vocabulary, includesArchive: choice.archive)
    // A project that was renamed would silently empty the calendar of those who read it.
    let missing = entries.projectNames(missingOf: choice.project)
    for name in missing {
      let isArchive = name.lowercased() == "archive" && !choice.archive
      messages.fail(
        "--project: there is no project \(name.quoted)\(isArchive ? " without --archive" : ""); "
          + "nothing is written", .refused)
    }
    guard missing.isEmpty else { return nil }
    let feedOptions = FeedOptions(
      export: options, encoding: EncodingOptions(recurringDue: form.recurringDue),
      name: form.name.flatMap { $0.isEmpty ? nil : $0 })
    return Feed(entries, reader, feedOptions, keepsItems: form.json)
  }

  /// Prints what goes to standard output.
  private func print(_ feed: Feed, _ files: [TaskFile], _ messages: Messages) throws {
    if form.json {
      Output.standard.write(try ExportJSON.document(feed, files, messages))
    } else if form.isPrinted {
      Output.standard.write(feed.bytes)
    }
  }
}

/// Which lines become which items.
struct ChoiceOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What dated tasks become.", valueName: "auto|todo|event|both"))
  var profile = ExportOptions.Profile.auto

  @Option(
    help: ArgumentHelp(
      "Only this project and what is below it (may be repeated).", valueName: "name"))
  var project: [String] = []

  @Option(help: ArgumentHelp("Only lines with this tag (may be repeated).", valueName: "name"))
  var tag: [String] = []

  @Option(
    help: ArgumentHelp(
      "Tasks that are done or off: by default to-dos include them, events exclude them. A span such "
        + "as 30d keeps those done since then.", valueName: "include|exclude|only|span"))
  var done: String?

  @Option(
    help: ArgumentHelp(
      "Tasks without a date: by default they are to-dos, with --as event left out.",
      valueName: "todo|skip"))
  var undated: ExportOptions.Undated?

  @Option(
    help: ArgumentHelp("Only items on this day or later, or without a date.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp("Only items on this day or earlier, or without a date.", valueName: "date"))
  var to: String?

  @Flag(help: "Also what stands in a root project Archive.")
  var archive = false

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp(
      "Also items of this @class; by default only public ones (may be repeated).",
      valueName: "private|confidential"))
  var classes: [String] = []

  func validate() throws {
    let someDay = try DateTimeParameters(
      date: DateParameters(year: 2000, month: 1, day: 1), time: .midnight)
    let options = try options(zone: .utc, today: someDay)
    if let from = options.from, let to = options.to, from > to, isAbsolute {
      throw ValidationError("--from is after --to")
    }
  }

  private var isAbsolute: Bool {
    [from, to].allSatisfy { text in
      if case .absolute? = text.flatMap({ try? DateExpression(parsing: $0) }) {
        true
      } else {
        false
      }
    }
  }

  /// The options that these arguments say.
  func options(zone: Zone, today: DateTimeParameters?) throws -> ExportOptions {
    var options = ExportOptions(zone: zone)
    options.profile = profile
    options.projects = project
    options.tags = tag
    options.undated = undated
    options.done = try done.map { try parse(done: $0, today: today) }
    options.from = try from.map { try day("--from", $0, today).firstDay }
    options.to = try to.map { try day("--to", $0, today).lastDay }
    options.classes = try Set(["PUBLIC"] + classes.map(parse(class:)))
    return options
  }

  private func parse(done: String, today: DateTimeParameters?) throws -> ExportOptions.Done {
    switch done {
    case "include": return .include
    case "exclude": return .exclude
    case "only": return .only
    default: break
    }
    guard let span = TimeSpan(parsing: done), span.seconds == 0,
      let first = today?.date.advanced(byDays: -span.days)
    else {
      throw ValidationError(
        "--done: \(done.quoted) is none of include, exclude, only, or a span such as 30d")
    }
    return .since(first)
  }

  private func day(
    _ option: String, _ text: String, _ today: DateTimeParameters?
  ) throws -> TMDateType {
    do {
      switch try DateExpression(parsing: text) {
      case .absolute(let payload): return payload.value
      case .relative(let date):
        guard let value = today.flatMap({ date.resolved(at: $0) }) else {
          throw ValidationError("\(option): \(text.quoted) leads to no date")
        }
        return value
      }
    } catch let error as TMError {
      throw ValidationError("\(option): \(error)")
    }
  }

  private func parse(class word: String) throws -> String {
    guard let name = Vocabulary.classification(word) else {
      throw ValidationError("--class: \(word.quoted) is none of public, private, confidential")
    }
    return name
  }
}

/// How items are written, and where to.
struct FormOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, and only if it changes.", valueName: "file"),
    completion: .file(extensions: ["ics"]))
  var output: String?

  @Option(help: ArgumentHelp("The calendar's name.", valueName: "text"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "How times are pinned: to their zone, to UTC, to none.", valueName: "zone|utc|floating"))
  var times = ExportOptions.Times.zone

  @Flag(help: "Also dates that move with the clock, such as @due(tomorrow).")
  var relative = false

  @Flag(help: "Standard properties alone, without what brings the outline back.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "How repeating to-dos are anchored; equal for clients that ignore DURATION.",
      valueName: "duration|equal"))
  var recurringDue = ReminderDates.RecurringDue.duration

  @Option(
    help: ArgumentHelp("What stands before the title of an event that is done.", valueName: "text"))
  var doneMark = "\u{2713} "

  @Option(
    help: ArgumentHelp("Alarms: by default with to-dos, not with events.", valueName: "keep|strip"))
  var alarms: AlarmChoice?

  @Flag(
    help:
      "Print the items, messages and losses as one JSON document; the calendar goes to -o alone.")
  var json = false

  /// What alarms become.
  enum AlarmChoice: String, ExpressibleByArgument, CaseIterable {
    case keep, strip
  }

  /// True if the calendar goes to standard output.
  var isPrinted: Bool { output == nil || output == "-" }

  /// The file to write to, locked; nil for standard output.
  func calendar() throws(FileError) -> CalendarOutput? {
    guard let output, !isPrinted else { return nil }
    return try CalendarOutput(path: output)
  }

  /// Sets what these arguments say.
  func apply(to options: inout ExportOptions) {
    options.times = times
    options.isPlain = plain
    options.doneMark = doneMark
    options.keepsAlarms = alarms.map { $0 == .keep }
  }
}
