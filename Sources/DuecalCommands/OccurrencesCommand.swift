import ArgumentParser
import Diagnostics
import TaskDates

/// `duecal occurrences`.
struct OccurrencesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "occurrences",
    abstract: "Show the dates of a rule.",
    discussion: """
      The start is the first date, as RFC 5545 has it, and COUNT counts it. Of a rule without an end \
      the first ten are shown, unless --count or --to says otherwise. With --zone a time that clocks \
      skip is shown as what it becomes.

      Examples:
        duecal occurrences "FREQ=WEEKLY;BYDAY=MO,FR" --start 2026-12-04T09:00
        duecal occurrences "every 2 weeks on mon" --start 2026-12-07 --to 2027-03-01
        duecal occurrences daily --start 2027-03-27T02:30 --count 3 --zone Europe/Berlin
      """)

  @Argument(help: "A rule: an RRULE, or words as in @repeat(...).")
  var rule: String

  @Option(help: ArgumentHelp("The first date, with a time or without.", valueName: "date"))
  var start: String

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

  func validate() throws {
    if let count, count < 0 { throw ValidationError("--count: expected a number of dates") }
    _ = try question()
  }

  func run() throws {
    let question = try question()
    if json {
      JSONWriter.print(OccurrencesJSON(question: question))
    } else {
      question.forEachDate { Output.standard.print($0) }
    }
  }

  /// What is asked for.
  private func question() throws -> RuleQuestion {
    let first = try Self.date(start, "--start")
    let repetition: Repetition
    do {
      repetition = try Repetition(parsing: rule)
    } catch {
      throw ValidationError("\(error)")
    }
    var question = RuleQuestion(rule: repetition.rule, start: first.startDate)
    question.isAllDay = first.isAllDay
    question.zone = try zoneOfTimes()
    question.from = try from.map { try Self.date($0, "--from").firstDay }
    question.to = try to.map { try Self.date($0, "--to").lastDay }
    question.count = count ?? (repetition.rule.end == .never && to == nil ? 10 : .max)
    return question
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

  private func zoneOfTimes() throws -> Zone? {
    do {
      return try zone.map { try ZoneDatabase().zone(named: $0) }
    } catch {
      throw ValidationError("--zone: \(error)")
    }
  }
}

/// Some of the dates of a rule.
private struct RuleQuestion {
  let rule: RecurrenceRule
  let start: DateTimeParameters
  var isAllDay = false
  var zone: Zone?
  var from: DateParameters?
  var to: DateParameters?
  var count = Int.max

  /// Calls `body` with each date as text, in order.
  func forEachDate(_ body: (String) -> Void) {
    var left = count
    for date in RuleDates(rule, from: start, isAllDay: isAllDay, zone: zone) {
      if left <= 0 || to.map({ date.date > $0 }) == true { return }
      if let from, date.date < from { continue }
      body(text(of: date))
      left -= 1
    }
  }

  private func text(of date: DateTimeParameters) -> String {
    if isAllDay { return date.date.formattedDate }
    return (zone.flatMap { $0.civil(at: $0.instant(of: date)) } ?? date).iso
  }
}

private struct OccurrencesJSON: JSONValue {
  let question: RuleQuestion

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("occurrences") { json in question.forEachDate { json.element($0) } }
    }
  }
}
