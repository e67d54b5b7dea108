import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess

/// What a run of `duecal sync` reports.
extension SyncedStores {
  func name(_ side: SyncSide) -> String { stores[side].place.label }

  func show(_ plan: SyncPlan, _ messages: inout Messages) {
    let text = SyncText(plan, stores, runEnvironment)
    let outcomes = text.outcomes(of: plan)
    if !outcomes.isEmpty, command.writing.exitCode { messages.note(.wouldChange) }
    guard !command.writing.json else {
      return JSONWriter.print(
        SyncPlanJSON(number: plan.number, outcomes: outcomes, messages: messages.reported))
    }
    for outcome in outcomes { Output.standard.print(outcome.planned.visible) }
    if !outcomes.isEmpty { Output.standard.print("plan \(plan.number)") }
  }

  func report(
    _ result: SyncResult, of plan: SyncPlan, _ messages: inout Messages
  ) {
    for failure in result.failures {
      messages.report(failure.error, of: "\(name(failure.side)): \(failure.title)")
    }
    for loss in result.losses {
      messages.warn(
        "\(name(loss.side)): \(loss.title.quoted): not kept: \(loss.parts.joined(separator: ", "))")
    }
    reportConflicts(plan, &messages)
    let text = SyncText(plan, stores, runEnvironment)
    let outcomes =
      result.done.compactMap { text.outcome(of: $0.step, $0.side) } + text.releases(of: plan)
    if command.writing.json {
      return JSONWriter.print(
        SyncPlanJSON(number: plan.number, outcomes: outcomes, messages: messages.reported))
    }
    guard !command.writing.verbosity.level.quiet else { return }
    for outcome in outcomes { Output.standard.print(outcome.sentence.visible) }
  }

  /// Says how a first sync makes fewer lists, if it would make many.
  func hintAtOneList(_ plan: SyncPlan, _ messages: inout Messages) {
    guard SyncSide.allCases.contains(where: { stores[$0].place.hasTaskFiles }) else { return }
    for side in SyncSide.allCases {
      let titles = ExactSet(plan.pairs.filter { $0.missingSide == side }.map(\.title))
      guard titles.count > Self.manyLists else { continue }
      messages.warn(
        "\(titles.count) lists would be created in \(name(side)), one for each file; with "
          + "lists = \"one\" in the configuration all files are one list, with \"folders\" those of each folder"
      )
    }
  }

  /// The number of lists from which on a first sync says how it makes fewer.
  private static let manyLists = 20

  /// Reports lists that could not be read, in one sentence for each store.
  func report(_ unreadable: [SyncReading.UnreadableList], _ messages: inout Messages) {
    for side in SyncSide.allCases {
      let lists = unreadable.filter { $0.side == side }
      guard let first = lists.first else { continue }
      for list in lists { messages.note(ExitStatus(list.error)) }
      // A task file has two lists. The error of a local store names the file.
      let others = ExactSet(lists.map(\.list.title)).subtracting([first.list.title]).sorted()
      let place = stores[side].place
      let subject = place.address.isOfFile ? "" : "\(place.label(first.list.title)): "
      messages.fail(
        "\(subject)\(first.error)\(Self.more(others, in: place.name))", ExitStatus(first.error))
    }
  }

  /// `; 2 more lists of tasks:notes cannot be used: few, work`.
  private static func more(_ titles: [String], in store: String) -> String {
    guard !titles.isEmpty else { return "" }
    let lists = titles.count == 1 ? "1 more list" : "\(titles.count) more lists"
    let names = titles.prefix(10).joined(separator: ", ") + (titles.count > 10 ? ", …" : "")
    return "; \(lists) of \(store) cannot be used: \(names)"
  }

  private func reportConflicts(_ plan: SyncPlan, _ messages: inout Messages) {
    for step in plan.steps {
      for conflict in step.conflicts {
        let winner = conflict.winner.map { "\(name($0)) wins" } ?? "each keeps its own"
        messages.warn(
          "\(step.title.quoted): the \(conflict.subject) changed in both stores; \(winner), and "
            + "duecal sync … --conflicts lists both")
      }
    }
  }

  /// Why a plan is refused, and what allows it.
  func sentence(_ refusal: SyncRefusal) -> String {
    switch refusal {
    case .goneLists(let side, let titles):
      "\(stores[side].place.name) no longer has \(Self.lists(titles)) in sync; "
        + "expected the same in \(stores[side.other].place.name), or --restore-lists to create them again"
    case .emptied(let side, let count):
      "\(name(side)) had items and is empty now, so \(count) would be removed from "
        + "\(name(side.other)); expected --allow-delete \(count) if that is right"
    case .deletions(let side, let losses, let all):
      losses.map { "\($0.count) of \($0.total) items of \(stores[side].place.label($0.list))" }
        .joined(separator: ", ")
        + " would be removed; expected --allow-delete \(all) if that is right"
    case .creations(let side, let count, let present):
      "\(count) items would be added to \(name(side)), which has \(present); "
        + "expected --allow-create \(count) if that is right"
    case .changes(let side, let part, let count, let of):
      "the \(SyncedPart.words(part)) of \(count) of \(of) items of \(name(side)) would change; "
        + "expected --allow-change \(count) if that is right"
    }
  }

  /// `the list "Home", which was`, or `the lists "Home", "Work", which were`.
  private static func lists(_ titles: [String]) -> String {
    let all = titles.map(\.quoted).joined(separator: ", ")
    return titles.count == 1 ? "the list \(all), which was" : "the lists \(all), which were"
  }

  /// Reports items that could not be read, in one sentence for each store; they stay as they are in both.
  func report(_ unreadable: [SyncReading.UnreadableItem], _ messages: inout Messages) {
    for side in SyncSide.allCases {
      let items = unreadable.filter { $0.side == side }
      guard let first = items.first?.ref else { continue }
      let count = items.count - 1
      let others = count == 0 ? "" : " and \(count) \(count == 1 ? "other" : "others")"
      messages.fail(
        "\(stores[side].place.name): \(first.list.name)/\(first.name)\(others) cannot be read, and "
          + "stay as they are in both stores; expected them to be repaired or removed", .dataError)
    }
  }
}

/// The parts of an item that a sync merges, in words.
private enum SyncedPart {
  /// The words for a part.
  static func words(_ part: String) -> String {
    switch part {
    case ItemField.core(.when).name, "dates": "date"
    case ItemField.core(.recurrence).name: "repetition"
    case ItemField.core(.percent).name: "progress"
    case ItemField.core(.blocksTime).name: "free or busy time"
    default: part
    }
  }
}

extension ContentMerge.Conflict {
  /// The part with its verb: `the title was`, or `the notes were`.
  fileprivate var subject: String {
    let words = SyncedPart.words(part)
    return words
      + (words.hasSuffix("s") && words != "status" && words != "progress" ? " were" : " was")
  }
}
