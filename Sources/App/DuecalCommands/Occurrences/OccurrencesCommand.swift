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
      The start is the first date, as RFC 5545 has it, and COUNT counts it. Of what does not end the \
      first ten dates are shown, unless --count or --to says otherwise. With --zone a time that clocks \
      skip is shown as what it becomes.

      Of a calendar the dates of all items are shown in order, each with its title, or of one item its \
      dates alone: without those that are excepted or cancelled, with those that were added, and moved \
      ones where they were moved to, and of several versions the latest. With --zone they are shown as \
      clocks there show them; without, a zone that is not yours stands behind the time.

      Examples:
        duecal occurrences "FREQ=WEEKLY;BYDAY=MO,FR" --start 2026-12-04T09:00
        duecal occurrences "every 2 weeks on mon" --start 2026-12-07 --to 2027-03-01
        duecal occurrences daily --start 2027-03-27T02:30 --zone Europe/Berlin
        duecal occurrences calendar.ics --from 2026-12-01 --to 2026-12-31
        duecal occurrences calendar.ics --uid 1234 --count 5
      """)

  @Argument(
    help:
      "A rule: an RRULE, or words as in @repeat(...); or a calendar file (.ics), its address, or a store.",
    completion: .file())
  var rule: String

  @Option(help: ArgumentHelp("A rule's first date, with a time or without.", valueName: "date"))
  var start: String?

  @Option(help: ArgumentHelp("Of a calendar show this item alone.", valueName: "uid"))
  var uid: String?

  @Option(help: ArgumentHelp("The zone of the times.", valueName: "Area/City"))
  var zone: String?

  @Option(help: ArgumentHelp("Show at most so many.", valueName: "number"))
  var count: Int?

  @Option(help: ArgumentHelp("Leave out what is before this date.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Leave out what is after this date.", valueName: "date"))
  var to: String?

  @Flag(help: "Print the dates as one JSON document.")
  var json = false

  @OptionGroup var limits: LimitOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var speech: VerbosityOptions

  func validate() throws {
    if let count, count < 0 { throw ValidationError("--count: expected a number of dates") }
    if isCalendar {
      if start != nil { throw ValidationError("--start: the items of a calendar have their own") }
      _ = try window()
    } else if start != nil {
      try checkRule()
    }
    // What has no start may be the name of a store, which only the configuration knows.
  }

  private func checkRule() throws {
    if uid != nil { throw ValidationError("--uid: expected a calendar file, not a rule") }
    if !limits.isEmpty { throw ValidationError("--limit: expected a calendar file, not a rule") }
    _ = try ruleQuestion()
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let isStore = start == nil && StoreNames(runEnvironment).isOne(rule)
    var messages = Messages(speech, runEnvironment, to: json ? nil : .error)
    guard isCalendar || isStore else {
      try checkRule()
      try print(ruleQuestion(), &messages)
      return try messages.status.throwUnlessDone()
    }
    let question = OccurrenceQuery(
      window: try window(), count: count, uid: uid, source: rule, zone: try zoneOfTimes(),
      home: home(runEnvironment))
    question.print(
      CalendarFiles(
        sources: try SourcePaths([rule], runEnvironment), limits: try limits.limits(),
        network: network, runEnvironment: runEnvironment), asJSON: json, messages: &messages)
    try messages.status.throwUnlessDone()
  }

  private func print(_ question: RuleQuery, _ messages: inout Messages) {
    var question = question
    if !question.leap(until: Deadline()) {
      messages.fail("no date is shown: it takes too long to count those before --from", .partial)
    }
    if json {
      JSONWriter.print(OccurrencesJSON(question: question))
    } else {
      question.forEachDate { Output.standard.print($0) }
    }
  }

  /// True if a calendar was named: no rule is a file's name.
  private var isCalendar: Bool {
    rule == "-" || CalendarAddress.isOne(rule) || StoreAddress.isOne(rule)
      || CalendarFiles.endings.contains { rule.lowercased().hasSuffix($0) }
      || (start == nil && FileTree.isFile(rule))
  }

  private func window() throws -> DayWindow {
    DayWindow(
      from: try from.map { try Self.date($0, "--from").firstDay },
      to: try to.map { try Self.date($0, "--to").lastDay })
  }

  /// What is asked for of a rule.
  private func ruleQuestion() throws -> RuleQuery {
    guard let start else { throw ValidationError("--start: a rule needs its first date") }
    let first = try Self.date(start, "--start")
    let repetition: Repetition
    do {
      repetition = try Repetition(parsing: rule)
    } catch {
      throw ValidationError("\(error)")
    }
    return RuleQuery(
      repetition.rule, from: first, zone: try zoneOfTimes(), window: try window(),
      count: count ?? (repetition.rule.end == .never && to == nil ? 10 : .max))
  }

  private static func date(_ text: String, _ option: String) throws -> TMDateType {
    switch try? DatePayload(parsing: text).value {
    case .date(let day)?: return .date(day)
    case .dateTime(let moment)?: return .dateTime(moment)
    default:
      throw ValidationError(
        "\(option): \(text.quoted) is no date; expected one such as 2026-12-04 or 2026-12-04T09:00")
    }
  }

  /// The zone of who reads; without one there is no order among zones, and no other harm.
  private func home(_ runEnvironment: RunEnvironment) -> Zone? {
    let named = runEnvironment.configuration.zone.flatMap { try? ZoneDatabase().zone(named: $0) }
    return named ?? (try? Zone.system(environment: runEnvironment.environment))
  }

  private func zoneOfTimes() throws -> Zone? {
    do {
      return try zone.map { try ZoneDatabase().zone(named: $0) }
    } catch {
      throw ValidationError("--zone: \(error)")
    }
  }
}
