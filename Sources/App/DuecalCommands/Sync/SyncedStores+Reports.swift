import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import ExactText
import StoreAccess
import TaskFolderStore

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
    for failure in result.failures { report(failure, &messages) }
    let kept = result.keptLists.map { kept in
      "\(stores[kept.side].place.label(kept.title)): the list is kept: \(kept.error)"
    }
    for sentence in ExactSet(kept).sorted() { messages.warn(sentence) }
    for loss in result.losses {
      warn(
        "\(name(loss.side)): \(loss.title.quoted): not kept: \(loss.parts.joined(separator: ", "))",
        about: loss.step, &messages)
    }
    for step in plan.steps where !step.leftOut.isEmpty { reportLeftOut(step, &messages) }
    for zone in result.replacedZones {
      messages.warn(replacedZone: zone.name, of: zone.title, in: name(zone.side))
    }
    for unsaid in result.unsaid {
      warn(
        "\(name(unsaid.side)): \(unsaid.title.quoted): not kept: \(unsaid.property) "
          + "\(unsaid.value.quoted): \(unsaid.reason)",
        about: unsaid.step, &messages)
    }
    reportConflicts(plan, &messages)
    let text = SyncText(plan, stores, runEnvironment)
    let outcomes =
      result.done.compactMap { text.outcome(of: $0.step, $0.side) } + text.releases(of: plan)
      + SyncSide.allCases.flatMap { side in
        text.removals(of: result.droppedLists.filter { $0.side == side }.map(\.list), side)
      }
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
      let new = plan.pairs.indices.filter {
        plan.pairs[$0].missingSide == side && plan.makesList(of: $0)
      }
      let titles = ExactSet(new.map { plan.pairs[$0].title })
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
        warn(
          "\(step.title.quoted): the \(conflict.subject) changed in both stores; \(winner), and "
            + "duecal sync … --conflicts lists both", about: step, &messages)
      }
    }
  }

  /// Why a plan is refused, and what allows it.
  func sentence(_ refusal: SyncRefusal) -> String {
    switch refusal {
    case .goneLists(let side, let titles):
      "\(stores[side].place.name) no longer has \(Self.lists(titles)) in sync, nor any other one; "
        + "expected it to be back, or --restore-lists to create them again, or "
        + "\(Self.dropOptions(titles)) to remove them from \(stores[side.other].place.name) too"
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

  /// The options that remove lists: `--drop-list Home --drop-list 'Two words'`.
  private static func dropOptions(_ titles: [String]) -> String {
    titles.map(dropOption).joined(separator: " ")
  }

  private static func dropOption(_ title: String) -> String {
    "--drop-list\(title.first == "-" ? "=" : " ")\(title.shellQuoted)"
  }

  /// Reports lists that one store no longer has, and that stay as they are in the other one.
  func report(
    _ gone: [SyncReading.GoneList], leftOut: SyncSides<Set<ItemRef>>, _ messages: inout Messages
  ) {
    reportExcluded(gone.filter { $0.isLeftOut(leftOut) }, &messages)
    let gone = gone.filter { !$0.isLeftOut(leftOut) }
    for side in SyncSide.allCases {
      let lists = gone.filter { $0.side == side }
      // A task file has two lists with one title.
      for title in ExactSet(lists.map(\.other.title)).sorted() {
        let count = lists.filter { $0.other.title == title }.reduce(0) { $0 + $1.count }
        let items = count == 1 ? "1 item stays" : "\(count) items stay"
        let other = stores[side.other].place
        messages.fail(
          "\(stores[side].place.name) no longer has the list \(title.quoted), which was in sync; its "
            + "\(items) in \(other.label(title)); \(again(Self.dropOption(title))) "
            + "removes it there too, and --restore-lists in place of --drop-list creates it again",
          .partial)
      }
    }
  }

  /// This command with another option, for a shell.
  private func again(_ option: String) -> String {
    let words = request.words.map(\.shellQuoted) + [option]
    return "duecal sync \(words.joined(separator: " "))"
  }

  /// Reports lists that a person asks to remove and that are not removed; false if there are any.
  func mayDrop(_ reading: SyncReading, _ messages: inout Messages) -> Bool {
    for title in reading.listsWithItems {
      messages.fail(
        "both stores have items in the list \(title.quoted); expected --drop-list with a list that one of "
          + "them no longer has", .refused)
    }
    for title in reading.unknownLists {
      messages.fail("neither store has a list \(title.quoted) to remove", .noInput)
    }
    return reading.listsWithItems.isEmpty && reading.unknownLists.isEmpty
  }

  // MARK: Items

  private func report(_ failure: SyncResult.Failure, _ messages: inout Messages) {
    let title = failure.title.isEmpty ? failure.step.flatMap(source) : nil
    let subject = "\(name(failure.side)): \(title ?? failure.title)"
    guard let step = failure.step, let (file, place) = place(of: step) else {
      return messages.report(failure.error, of: subject)
    }
    messages.note(ExitStatus(failure.error))
    messages.report(
      Diagnostic(.error, at: place, message: Messages.sentence(failure.error, of: subject)),
      file: file)
  }

  /// The place of an item without a title in the store that it comes from, such as `vdir:v#Home/1.ics`.
  private func source(of step: SyncStep) -> String? {
    let side = SyncSide.allCases.first { step.actions[$0] == nil && step.now[$0] != nil }
    return side.flatMap { side in
      step.now[side].map { "\(stores[side].place.label($0.id.list.name))/\($0.id.name)" }
    }
  }

  private func reportLeftOut(_ step: SyncStep, _ messages: inout Messages) {
    let words = ItemFieldText([:], on: ReaderClock(runEnvironment))
    for part in step.leftOut {
      let field = ItemField.allCases.first { $0.name == part.part } ?? .core(.start)
      let value = words.change(field, of: part.item)?.value.map { " \($0)" } ?? ""
      let who =
        SyncSide.allCases.first { step.reason == .new && step.actions[$0] != nil }
        .map { "\(name($0)) leaves" } ?? "both stores leave"
      warn(
        "\(step.title.quoted): the \(SyncedPart.words(part.part))\(value) does not fit the other dates, so "
          + "\(who) it out", about: step, &messages)
    }
  }

  private func warn(_ sentence: String, about step: SyncStep, _ messages: inout Messages) {
    guard let (file, place) = place(of: step) else { return messages.warn(sentence) }
    messages.report(Diagnostic(.warning, at: place, message: sentence), file: file)
  }

  /// The item that a step has made in task files of one of the other store.
  private func newItem(
    of step: SyncStep, in store: TaskFolderStore, from side: SyncSide
  ) -> ItemRef? {
    guard let uid = step.now[side]?.item.uid else { return nil }
    let found = try? StoreCall.wait { () async throws(StoreError) in
      try await store.items(matching: .uid(uid))
    }
    return found?.first?.id
  }

  /// The line of an item, in the store with task files; nil if neither has it.
  private func place(of step: SyncStep) -> (file: String, place: Place)? {
    for side in SyncSide.allCases {
      guard let store = stores[side].store as? TaskFolderStore,
        let ref = step.now[side]?.id ?? step.synced?.versions[side].ref
          ?? newItem(of: step, in: store, from: side.other)
      else { continue }
      let found = try? StoreCall.wait { () async throws(StoreError) in await store.place(of: ref) }
      if let found { return found }
    }
    return nil
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

extension SyncedStores {
  /// Reports items that say nothing, which are left out.
  func reportEmptyItems(of reading: SyncReading, _ messages: inout Messages) throws(StoreError) {
    for side in SyncSide.allCases {
      guard let store = stores[side].store as? any EmptyItemListing else { continue }
      // A task file has two lists, which may be paired with one.
      let lists = Dictionary(reading.pairs.compactMap { $0.lists[side] }.map { ($0.id, $0) }) { $1 }
      for list in lists.values.sorted(by: { $0.id < $1.id }) {
        let found = try StoreCall.wait { () async throws(StoreError) in
          try await store.emptyItems(in: list.id)
        }
        for item in found {
          let place = Place(line: item.line, column: 1)
          messages.report(
            Diagnostic(.warning, at: place, message: item.sentence),
            file: "\(stores[side].place.label(list.title))/\(item.ref.name)")
        }
      }
    }
  }

  /// Reports items without a UID, which no other store could keep.
  func report(nameless: [SyncReading.UnreadableItem], _ messages: inout Messages) {
    for item in nameless.prefix(10) {
      messages.warn(
        "\(stores[item.side].place.name): \(item.ref.list.name)/\(item.ref.name) has an item without a "
          + "UID, which stays there; expected a UID")
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
