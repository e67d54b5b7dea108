import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskDates
import UserFiles
import WebAddresses

/// `duecal occurrences`.
struct OccurrencesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "occurrences",
    abstract: "Show the dates of a rule, or of the items of a calendar.",
    discussion: """
      The start is always the first date, as RFC 5545 defines it, and COUNT includes it. If a rule does not \
      end, its first ten dates are shown; --count and --to change that. With --zone, a time that clocks \
      skip is shown as the time that it becomes.

      For calendars, the dates of all items are shown in order, each with its title; with --uid only those \
      of one item. Excluded and cancelled dates are left out, added dates are shown, moved dates are shown \
      where they were moved to, and of several versions of an item the latest counts. Times are \
      converted to your zone, or to that of --zone.

      Examples:
        duecal occurrences "FREQ=WEEKLY;BYDAY=MO,FR" --start 2026-12-04T09:00
        duecal occurrences "every 2 weeks on mon" --start 2026-12-07 --to 2027-03-01
        duecal occurrences daily --start 2027-03-27T02:30 --zone Europe/Berlin
        duecal occurrences calendar.ics --from 2026-12-01 --to 2026-12-31
        duecal occurrences calendar.ics --uid 1234 --count 5
        duecal occurrences ~/calendars/office calendar.ics --to 2026-12-31
      """)

  @Argument(
    help:
      "A rule: an RRULE, or words as in @repeat(...); or calendar files (.ics), folders of them, addresses, or stores.",
    completion: StoreCompletion.stores)
  var words: [String] = []

  @OptionGroup var named: FileOptions

  @Option(
    help: ArgumentHelp("The first date of a rule, with or without a time.", valueName: "date"))
  var start: String?

  @Option(help: ArgumentHelp("Show only the item with this UID.", valueName: "uid"))
  var uid: String?

  @Option(
    help: ArgumentHelp("The zone of the times.", valueName: "Area/City"),
    completion: ZoneOptions.names)
  var zone: String?

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
  var count: Int?

  @Option(help: .from, completion: DateCompletion.any)
  var from: String?

  @Option(help: .to, completion: DateCompletion.any)
  var to: String?

  @Flag(help: .json)
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var verbosity: VerbosityOptions

  /// The rule, or the calendars.
  private var given: [String] { words + named.file }

  private var rule: String { given.first ?? "" }

  func validate() throws {
    if given.isEmpty || given.count > 1 && !areCalendars {
      throw ValidationError(
        given.count > 1 && start != nil
          ? "expected one rule, in quotes if it has several words" : "expected a rule, or calendars"
      )
    }
    if let count, count < 0 { throw ValidationError("--count: expected a number from 0") }
    if areCalendars {
      if start != nil {
        throw ValidationError(
          "--start is only for a rule; the items of a calendar have their own dates")
      }
    } else if start != nil {
      try checkRule()
    }
    // An argument without a start may be the name of a store, which only the configuration knows.
  }

  private func checkRule() throws {
    if uid != nil { throw ValidationError("--uid: expected a calendar file, not a rule") }
    if !limits.isEmpty { throw ValidationError("--limit: expected a calendar file, not a rule") }
    _ = try startAndRule()
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let chosen = try zoneOfTimes()
    let home = ReaderClock(runEnvironment).zone
    let days = DayArgument(runEnvironment, in: chosen ?? home)
    let names = StoreNames(runEnvironment)
    let isStore = start == nil && given.allSatisfy { names.isOne($0) }
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .error)
    guard areCalendars || isStore else {
      try checkRule()
      try print(ruleQuestion(days), &messages)
      return try messages.status.throwUnlessDone()
    }
    let query = OccurrenceQuery(
      window: try window(days), count: count, uid: uid, source: given.joined(separator: ", "),
      zone: json ? chosen : chosen ?? home, home: home)
    query.print(
      CalendarFiles(
        sources: try SourcePaths(given, runEnvironment), limits: try limits.limits(),
        time: network.time, runEnvironment: runEnvironment), asJSON: json, messages: &messages)
    try messages.status.throwUnlessDone()
  }

  private func print(_ query: RuleQuery, _ messages: inout Messages) {
    var query = query
    if !query.leap(until: Deadline()) {
      messages.fail(
        "no date is shown, because it takes too long to count those before --from", .partial)
    }
    if json {
      JSONWriter.print(OccurrencesJSON(query: query))
    } else {
      query.forEachDate { Output.standard.print($0) }
    }
  }

  /// True if calendars were named; two words may also be names of stores, which only the configuration knows.
  private var areCalendars: Bool {
    !named.file.isEmpty || given.contains(where: isCalendar) || (start == nil && given.count > 1)
  }

  /// True for a calendar: no file or folder has the name of a rule.
  private func isCalendar(_ word: String) -> Bool {
    word == "-" || CalendarAddress.isOne(word) || StoreAddress.isOne(word)
      || CalendarFiles.endings.contains { word.lowercased().hasSuffix($0) }
      || (start == nil && (FileTree.isFile(word) || FileTree.isFolder(word)))
  }

  private func window(_ days: DayArgument) throws -> DayWindow {
    DayWindow(
      from: try from.map { try days.value("--from", $0).firstDay },
      to: try to.map { try days.value("--to", $0).lastDay })
  }

  /// The query for the dates of a rule.
  private func ruleQuestion(_ days: DayArgument) throws -> RuleQuery {
    let (first, rule) = try startAndRule()
    return RuleQuery(
      rule, from: first, zone: try zoneOfTimes(), window: try window(days),
      count: count ?? (rule.end == .never && to == nil ? 10 : .max))
  }

  private func startAndRule() throws -> (TMDateType, RecurrenceRule) {
    guard let start else { throw ValidationError("a rule needs its first date; expected --start") }
    do {
      return (try date(start), try Repetition(parsing: rule).rule)
    } catch let error as TMError {
      throw ValidationError("\(error)")
    }
  }

  private func date(_ text: String) throws -> TMDateType {
    switch try? DatePayload(parsing: text).value {
    case .date(let day)?: return .date(day)
    case .dateTime(let moment)?: return .dateTime(moment)
    default:
      throw ValidationError(
        "--start: \(text.quoted) is not a date; expected one such as 2026-12-04 or "
          + "2026-12-04T09:00")
    }
  }

  private func zoneOfTimes() throws -> Zone? {
    do {
      return try zone.map { try ZoneDatabase().zone(named: $0) }
    } catch {
      throw ValidationError("--zone: \(error)")
    }
  }
}
