import Agenda
import ArgumentParser
import Diagnostics
import ExactText

/// How a list is shown.
struct ListFormOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Group by day, by project, or by both: projects within days.",
      valueName: "heading"))
  var by: Agenda.Grouping?

  @Option(
    help: ArgumentHelp(
      "How items are sorted; by default tasks by due, events by start.", valueName: "order"))
  var sort: AgendaOrder?

  @Flag(
    inversion: .prefixedNo, help: "Whether a list that includes today begins with what is overdue.")
  var overdue = true

  @Option(help: ArgumentHelp("Show at most this many.", valueName: "number"))
  var count: Int?

  @Flag(help: "Show the ID of each task, which other commands accept.")
  var ids = false

  @Option(
    help: ArgumentHelp(
      "Print a line for each item, with fields as in '{due}\\t{title}' (Docs/ListFormat.md).",
      valueName: "template"),
    transform: ListFormOptions.template)
  var format: AgendaTemplate?

  func validate() throws {
    if let count, count < 0 { throw ValidationError("--count: expected a number from 0") }
  }

  /// The things that are shown, in order.
  func chosen(_ entries: [AgendaEntry]) -> [AgendaEntry] {
    let sorted = sort?.sorted(entries) ?? AgendaOrder.ranked(entries)
    return count.map { Array(sorted.prefix($0)) } ?? sorted
  }

  @Sendable private static func template(_ text: String) throws -> AgendaTemplate {
    do throws(AgendaTemplateError) {
      return try AgendaTemplate(parsing: text)
    } catch {
      throw ValidationError("--format: \(error)")
    }
  }
}
