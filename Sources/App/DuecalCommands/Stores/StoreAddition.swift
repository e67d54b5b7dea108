import CalendarItems
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import LineCodec
import StoreAccess
import TaskBridge
import TaskDates
import TaskEditing
import TaskFolderStore
import TaskText

/// Adds items to a list of a store, for `duecal add` and `duecal store add`.
struct StoreAddition {
  let task: NewTaskOptions
  /// What a dated item becomes.
  let profile: ExportOptions.Profile
  /// The title of the list; it is created if it is missing.
  let list: String?
  /// What a new list may contain; empty for everything.
  let takes: [CalendarItem.Kind]
  let listColor: String?
  let writing: StoreWritingOptions
  let clock: RunClock
  let runEnvironment: RunEnvironment
  /// The name of the run in the history of edits.
  var command = "store add"

  /// Adds an item for each text, and the list if there is no text.
  ///
  /// - Parameter lines: The numbers of the lines of standard input that the texts were read from.
  func add(
    _ texts: [String], ofLines lines: [Int]? = nil, to open: OpenStore, report: inout StoreReport,
    messages: inout Messages
  ) throws {
    defer { messages.subject = "" }
    var drafts: [Draft] = []
    for (index, text) in texts.enumerated() {
      messages.subject = TaskInput.subject(ofLine: lines?[index])
      drafts.append(try draft(text, messages: &messages))
    }
    messages.subject = ""
    let target = try target(
      open, drafts.first?.content.item.kind, report: &report, messages: &messages)
    guard let target else { return }
    var added = drafts
    if !writing.dryRun, let list = target.list, !drafts.isEmpty {
      added = try write(drafts, to: list, called: target.label, open, messages: &messages)
    }
    for draft in added {
      report.add(
        StoreOutcome(
          kind: .added, list: target.label, title: draft.content.item.shownTitle,
          uid: draft.content.item.uid, details: draft.details))
    }
  }

  /// Adds the items, as far as the store accepts them, and returns those that it has.
  private func write(
    _ drafts: [Draft], to list: ItemList, called label: String, _ open: OpenStore,
    messages: inout Messages
  ) throws -> [Draft] {
    let journal = try journal(of: open.place)
    let planned = drafts.map { StoredItem(planned: $0.content, in: list.id) }
    let plan = journal?.plan(planned.map { (nil, $0) }, in: open.place, &messages)
    let added = create(drafts, in: list, called: label, open, messages: &messages)
    var written = WriteVerification()
    for (draft, version) in added { written.add(draft.content, version) }
    written.compare(in: open, called: label, messages: &messages)
    let now = (try? open.items(at: added.map(\.version.ref))) ?? []
    if now.count == added.count {
      journal?.record(now.map { (nil, $0) }, carryingOut: plan, in: open.place, &messages)
    }
    return added.map(\.draft)
  }

  /// Creates each item by itself, so that one that the store refuses does not keep the others out.
  private func create(
    _ drafts: [Draft], in list: ItemList, called label: String, _ open: OpenStore,
    messages: inout Messages
  ) -> [(draft: Draft, version: ItemVersion)] {
    var added: [(draft: Draft, version: ItemVersion)] = []
    for draft in drafts {
      do throws(StoreError) {
        added.append((draft, try open.apply(.create(draft.content), to: list.id)))
      } catch {
        let item = "\(label): \(draft.content.item.shownTitle)"
        messages.report(error, of: item, status: drafts.count > 1 ? .partial : nil)
      }
    }
    return added
  }

  /// The journal for `undo`.
  ///
  /// It is nil for task files, which have backups, and where there is no folder for the state: an item is also added without it.
  private func journal(of place: StorePlace) throws -> StoreJournal? {
    guard !place.hasTaskFiles, StateFolder.named(runEnvironment) != nil else { return nil }
    return try StoreJournal(
      runEnvironment, command: command, .of(writing.verbosity, runEnvironment))
  }

  // MARK: The item

  /// An item made from the words of a command, and what was understood of them.
  private struct Draft {
    let content: ItemContent
    let details: [String]
  }

  private func draft(
    _ text: String, messages: inout Messages
  ) throws -> Draft {
    let task = try dictated(text, messages: &messages)
    if let project = task.project {
      messages.warn("project:\(project) is left out; name a list instead, as in work#Home")
    }
    let lines = [task.body(in: .taskPaper)] + task.notes(in: .taskPaper).map { "\t\($0)" }
    let file = TaskFile(
      name: "-", identity: "-", modified: clock.instant,
      document: TaskDocument(lines.joined(separator: "\n") + "\n"))
    var choice = SourceItems.Choice(profile: profile)
    choice.configuration = runEnvironment.configuration
    let items = SourceItems([file], [], clock: clock, choice: choice)
    var content: ItemContent?
    items.forEachLine(closed: true, &messages) { line in
      if content == nil, let series = items.lines.series(of: line) {
        content = ItemContent(series.item, zones: series.zones)
        content?.item.hints = items.lines.hints(of: line)
        content?.item.dropStartBesideDue()
      }
    }
    guard var content else {
      messages.fail("an event needs a date; expected one, with --due or among the words", .usage)
      throw ExitStatus.usage
    }
    let reading = reading(of: file)
    let fields = reading.fields(of: file.document)
    content.item.uid = fields.uid ?? NewUID.make()
    content.item.notes = notes(beside: fields.note) ?? content.item.notes
    reading.warn(of: file, content.item, messages: &messages)
    return Draft(content: content, details: task.details(under: nil))
  }

  /// The notes as they were typed, with their indent, which the lines of a task file would not keep; nil without any.
  private func notes(beside tag: String?) -> String? {
    guard !task.note.isEmpty else { return nil }
    let lines = task.note.flatMap { note in
      note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
    return ([tag].compactMap(\.self) + lines.map(\.withoutControls)).joined(separator: "\n")
  }

  /// Reads the tags of the line that the words form.
  private func reading(of file: TaskFile) -> DictatedTags {
    let vocabulary = runEnvironment.configuration.vocabulary
    let named = NamedZones([file], vocabulary)
    let reader = LineFieldReader(
      vocabulary: vocabulary, relativeDates: .resolve(at: clock.now), isZoneKnown: named.error)
    return DictatedTags(
      reader: reader, checks: LineChecks(reader, zone: clock.zone, zones: named.zones))
  }

  private func dictated(_ text: String, messages: inout Messages) throws -> NewTask {
    let zones = SharedZones()
    let reader = LineFieldReader(
      vocabulary: runEnvironment.configuration.vocabulary, relativeDates: .resolve(at: clock.now),
      isZoneKnown: { zones.error(of: $0) })
    return try task.task(text, reader, clock: clock, messages: &messages)
  }

  // MARK: The list

  /// The list for the item; nil, after a report, if there is none.
  private func target(
    _ open: OpenStore, _ kind: CalendarItem.Kind?, report: inout StoreReport,
    messages: inout Messages
  ) throws -> TargetList? {
    if let title = list ?? open.place.list {
      if let known = try TargetList(called: title, for: kind, in: open) { return known }
      guard list != nil else { throw try absence(of: title, in: open) }
      return try make(title, open, report: &report)
    }
    let lists = try open.lists()
    let fitting = lists.first { list in
      list.isWritable && (kind.map(list.details.kinds.contains) ?? true)
    }
    if let fitting {
      return TargetList(label: open.label(of: fitting, among: lists), list: fitting)
    }
    messages.fail(
      "\(open.place.name): no list accepts the item; expected one, made with --list TITLE", .noInput
    )
    return nil
  }

  /// Why there is no list with a title.
  private func absence(of title: String, in open: OpenStore) throws(StoreError) -> StoreError {
    guard let store = open.store as? TaskFolderStore,
      try StoreCall.wait({ () async throws(StoreError) in await store.leavesOut(listCalled: title) }
      )
    else { return .noList(ItemList.ID(title)) }
    return .unavailable(
      "exclude or .duecalignore leaves out the list \(title.quoted); expected another list")
  }

  private func make(
    _ title: String, _ open: OpenStore, report: inout StoreReport
  ) throws(StoreError) -> TargetList {
    let kinds = takes.isEmpty ? Set(CalendarItem.Kind.allCases) : Set(takes)
    let details = ItemList.Details(
      title: title, color: listColor.flatMap { CalendarColor($0)?.value }, kinds: kinds)
    return try TargetList(making: details, in: open, isDryRun: writing.dryRun, report: &report)
  }
}

extension CalendarItem {
  /// Removes a start that no property can hold beside the due date, and one after it from the hint too, as the warning
  /// about it says.
  fileprivate mutating func dropStartBesideDue() {
    guard kind == .reminder, let fault = ReminderDates(self).startFault else { return }
    start = nil
    if fault == .notBeforeDue { hints = [] }
  }
}
