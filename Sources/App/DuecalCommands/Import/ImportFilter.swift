import ArgumentParser
import CalendarImports
import CalendarItems
import Diagnostics
import ExactText
import TaskDates

/// Selects the items of a calendar that get a line.
struct ImportFilter: Sendable {
  private let only: ImportKind?
  private let from: DateParameters?
  private let to: DateParameters?
  private let zone: Zone
  private let categories: Set<String>
  private let states: Set<String>
  private let texts: [String]

  init(_ form: ImportFormOptions, _ runEnvironment: RunEnvironment, in zone: Zone) throws {
    only = form.only
    self.zone = zone
    (from, to) = try DayArgument(runEnvironment, in: zone).bounds(from: form.from, to: form.to)
    categories = Set(form.category.map { $0.lowercased() })
    states = Set(try form.status.map(Self.state))
    texts = form.text.map { $0.lowercased() }
  }

  private static func state(_ word: String) throws -> String {
    let words = ["open", "done"] + CalendarItem.Status.allCases.map { $0.rawValue.lowercased() }
    guard words.contains(word.lowercased()) else {
      throw ValidationError(
        "--status: \(word.quoted) is not one of \(words.joined(separator: ", "))")
    }
    return word.lowercased()
  }

  /// The days whose occurrences are imported, if each becomes a line of its own.
  func window(expands: Bool) throws -> ExpandedWindow? {
    guard expands else { return nil }
    guard let from, let to else {
      throw ValidationError("--expand needs --from and --to")
    }
    let deadline = Deadline(after: .seconds(10))
    var window = ExpandedWindow(from...to)
    window.isCancelled = { deadline.isPast }
    return window
  }

  /// True for an item that gets a line.
  func passes(_ item: CalendarItem) -> Bool {
    isOfKind(item) && isInWindow(item) && isOfState(item) && hasCategory(item) && hasText(item)
  }

  private func isOfKind(_ item: CalendarItem) -> Bool {
    only.map { ($0 == .event) == (item.kind == .event) } ?? true
  }

  private func isInWindow(_ item: CalendarItem) -> Bool {
    guard let when = item.when ?? item.start else { return true }
    if let to, to < when.firstDay { return false }
    guard let from, when.lastDay < from else { return true }
    let morning = zone.instant(of: DateTimeParameters(date: from, time: .midnight))
    return item.recurs && !LastOccurrence(now: morning, home: zone).isOver(item)
  }

  private func isOfState(_ item: CalendarItem) -> Bool {
    guard !states.isEmpty else { return true }
    let own = item.status?.rawValue.lowercased() ?? "needs-action"
    let isDone = item.isClosed || (item.status == nil && item.completed != nil)
    return states.contains(own) || states.contains(isDone ? "done" : "open")
  }

  private func hasCategory(_ item: CalendarItem) -> Bool {
    categories.isEmpty || item.categories.contains { categories.contains($0.lowercased()) }
  }

  private func hasText(_ item: CalendarItem) -> Bool {
    guard !texts.isEmpty else { return true }
    let own = [item.title, item.notes ?? "", item.location ?? ""].joined(separator: "\n")
    let text = own.lowercased()
    return texts.contains { text.contains($0) }
  }
}
