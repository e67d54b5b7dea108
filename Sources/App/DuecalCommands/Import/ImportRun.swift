import ArgumentParser
import CalendarImports
import CalendarItems
import Diagnostics
import DuecalConfiguration
import ExactText
import Glibc
import LineState
import TaskBridge
import TaskDates
import TaskEditing
import TaskText
import UserFiles

/// One import, from its sources to its file.
struct ImportRun {
  let command: ImportCommand
  let runEnvironment: RunEnvironment
  private let zones = SharedZones()

  init(_ command: ImportCommand, _ runEnvironment: RunEnvironment) {
    self.command = command
    self.runEnvironment = runEnvironment
  }

  /// A plan, and the calendars that it is for.
  typealias Planned = (plan: ImportPlan, inputs: [CalendarInput])

  /// Imports; gives what `--json` prints.
  func run(_ messages: inout Messages) throws -> [Planned] {
    var reader = ImportSources(
      options: command.sources, sources: try SourcePaths(command.sources.sources, runEnvironment),
      network: command.network, runEnvironment: runEnvironment)
    guard let path = command.target.into else {
      return try printTasks(try reader.read(&messages), &messages)
    }
    var keeper = try ImportStorage(
      path, command, runEnvironment: runEnvironment, messages: &messages)
    if command.target.conflicts {
      try keeper.printConflicts()
      return []
    }
    reader.state = keeper.state
    reader.keepsFetched = !command.target.dryRun
    var sources = try reader.read(&messages)
    if sources.isEmpty { return [] }
    for index in sources.indices { sources[index].components = sources[index].inputs.components }
    keeper.components = sources.dropFirst().reduce(sources[0].components) { known, source in
      known.merging(source.components) { first, _ in first }
    }
    try keeper.begin(&messages)
    return try keep(sources, keeper, messages: &messages)
  }

  // MARK: Options

  /// What tags mean.
  private var reader: LineFieldReader {
    LineFieldReader(
      vocabulary: runEnvironment.configuration.vocabulary,
      isZoneKnown: { [zones] in zones.error(of: $0) })
  }

  private func options(_ zone: Zone) throws -> ImportOptions {
    let form = command.form
    let zones = zones
    var options = ImportOptions(zone: zone, reader: reader) { zones.zone(named: $0) }
    options.mapping.otherZones = form.tz
    options.mapping.dayStart = runEnvironment.configuration.dayStartOrDefault
    options.mapping.isZoneKnown = { zones.zone(named: $0) != nil }
    options.mapping.writesUIDs = form.uids == .write
    options.mapping.noteLimit = form.notes.count
    options.project = command.target.project
    options.removed = form.removed ?? runEnvironment.configuration.removed ?? .delete
    options.removesKept = (form.removed ?? runEnvironment.configuration.removed) != nil
    options.past = form.past ?? runEnvironment.configuration.past ?? .keep
    options.now = runEnvironment.now
    options.reports = !command.speech.loudness.quiet
    options.allowedRemovals = form.allowDelete
    let filter = try ImportFilter(form, today: zone.civil(at: runEnvironment.now))
    options.window = try filter.window(expands: form.expand)
    options.isWanted = { filter.passes($0) }
    return options
  }

  // MARK: Without a file

  private func printTasks(
    _ sources: [ImportSource], _ messages: inout Messages
  ) throws -> [Planned] {
    let empty = TaskFile(
      name: "-", identity: "-", modified: .epoch, document: TaskDocument(bytes: []))
    let options = try options(try command.zones.resolved(runEnvironment))
    let inputs = sources.flatMap(\.inputs)
    guard !inputs.isEmpty else { return [] }
    let plan = ImportPlan(inputs, into: [empty], after: ImportMemory(), options: options)
    say(plan, inputs, of: "", messages: &messages)
    if !command.target.json {
      Output.standard.write(FileContents(plan.files[0].edited.bytes))
    }
    return [(plan, inputs)]
  }

  // MARK: With a file

  private func keep(
    _ sources: [ImportSource], _ keeper: ImportStorage, messages: inout Messages
  ) throws -> [Planned] {
    for attempt in 0..<5 {
      if attempt > 0 { usleep(UInt32(20_000 << attempt)) }
      var draft = messages
      var state = try keeper.read(&draft)
      state.follow(reader)
      var plans: [Planned] = []
      var changes: [ImportChange] = []
      for source in sources {
        let others = sources.filter { $0.identity != source.identity }
        let (plan, memory) = try plan(
          source, besides: others, state: state, keeper: keeper, messages: &draft)
        if let refusal = plan.refusal {
          refuse(refusal, source, messages: &draft)
          continue
        }
        state.take(plan, memory, pair: keeper.pair(source))
        say(plan, source.inputs, of: source.name, messages: &draft)
        changes += plan.changes
        if command.target.json { plans.append((plan, source.inputs)) }
      }
      if try keeper.finish(state, changes, messages: &draft) {
        messages = draft
        return plans
      }
    }
    messages.fail("\(keeper.path): it changes all the time; nothing is written", .tryAgain)
    return []
  }

  private func plan(
    _ source: ImportSource, besides others: [ImportSource], state: ImportState,
    keeper: ImportStorage, messages: inout Messages
  ) throws -> (ImportPlan, ImportMemory) {
    let memory = try state.memory(of: keeper.pair(source)) ?? keeper.memory(of: source)
    let zone = try zone(memory, &messages)
    var options = try options(zone)
    options.arriving = Set(others.flatMap { $0.components.keys.map { ItemName(uid: $0) } })
    if source.isIncomplete { options.allowedRemovals = nil }
    if memory.isEmpty {
      options.foreign = state.lines(ofOthersThan: keeper.pair(source), options.reader)
    }
    let plan = ImportPlan(
      source.inputs, into: state.files, after: memory, options: options,
      elsewhere: state.memories(besides: keeper.pair(source)), isWhole: !source.isIncomplete,
      components: source.components)
    return (plan, memory)
  }

  /// The run's zone: where nobody names one, lines stay in that of the last import.
  private func zone(_ memory: ImportMemory, _ messages: inout Messages) throws -> Zone {
    guard command.zones.name(runEnvironment) == nil, let name = memory.zone,
      let kept = zones.zone(named: name)
    else { return try command.zones.resolved(runEnvironment) }
    if let own = command.zones.found(runEnvironment), own.name != kept.name {
      messages.warn(
        "the tasks stay in \(kept.name), and this machine is in \(own.name); --zone says which")
    }
    return kept
  }

  /// Leaves a calendar out, and what it has in the file as it is.
  private func refuse(
    _ refusal: ImportPlan.Refusal, _ source: ImportSource, messages: inout Messages
  ) {
    switch refusal {
    case .empty(let count):
      messages.fail(
        "\(source.name): it is empty, and had \(count) \(count == 1 ? "item" : "items"); nothing of it is "
          + "imported without --allow-delete", .refused)
    case .removals(let count, let allowed):
      messages.fail(
        "\(source.name): \(count) of its items are gone, more than \(allowed); nothing of it is "
          + "imported without --allow-delete \(count)", .refused)
    }
  }

  // MARK: Saying

  private func say(
    _ plan: ImportPlan, _ inputs: [CalendarInput], of source: String, messages: inout Messages
  ) {
    for change in plan.changes { messages.say(change, of: source) }
    messages.sayCut(plan, inputs)
    messages.sayKept(plan.keptBefore, of: source)
    messages.say(plan.losses)
    for (input, diagnostic) in plan.superseded {
      messages.say(diagnostic, file: inputs[input].name)
    }
    for (uid, input) in plan.repeated {
      messages.warn("\(inputs[input].name): the UID \(uid.quoted) stands in another file too")
    }
  }
}

extension ImportTargetOptions {
  /// The names of `A / B`.
  var project: [String] {
    guard let under else { return [] }
    return ImportOptions.path(under).map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      .filter { !$0.isEmpty }
  }
}

extension Messages {
  /// Reports series that are imported only in part.
  fileprivate mutating func sayCut(_ plan: ImportPlan, _ inputs: [CalendarInput]) {
    for name in plan.cut.prefix(10) {
      fail("only a part of \(name.uid.quoted) is imported: it has too many dates", .partial)
    }
    let rest = plan.cut.count - 10
    guard rest > 0 else { return }
    let sentence =
      rest == 1
      ? "only a part of 1 more series is imported: it has too many dates"
      : "only a part of \(rest) more series is imported: they have too many dates"
    fail(sentence, .partial)
  }

  /// Says what lines do not hold of their items.
  func say(_ losses: [ImportLoss]) {
    guard !loudness.quiet else { return }
    for loss in losses {
      let value = loss.value.isEmpty ? "" : " \(loss.value.quoted)"
      Output.error.print(
        "\(loss.file):\(loss.line):1: not kept: \(loss.property)\(value): \(loss.reason)".visible)
    }
  }

  /// Reports lines that stay because earlier imports kept them.
  mutating func sayKept(_ count: Int, of source: String) {
    guard count > 0 else { return }
    let lines = count == 1 ? "1 line stays whose item it" : "\(count) lines stay whose items it"
    warn(
      "\(source): \(lines) no longer has, because earlier imports kept "
        + (count == 1 ? "it" : "them") + " (--removed delete or --removed archive applies to "
        + (count == 1 ? "it" : "them") + " too)")
  }

  /// Reports a line that stays although its calendar no longer has the item, with what to do about it.
  private mutating func say(
    _ stay: ImportChange.Stay, _ change: ImportChange, place: String, of source: String
  ) {
    let reason =
      switch stay {
      case .asked: "--removed keep was given (delete the line, or use --removed delete)"
      case .edited: "you edited it (delete the line, or use --removed archive)"
      case .wasThere: "it was there before the item (delete the line if you no longer want it)"
      case .owner: "a line below it stays (move that line, or delete both)"
      }
    warn(
      "\(place): \(source) no longer has \(change.title.quoted); the line stays because \(reason)")
  }

  /// Reports what happens to an item; without `-v` only conflicts and lines that stay.
  mutating func say(_ change: ImportChange, of source: String) {
    let place = change.line.map { "\(change.file):\($0 + 1)" } ?? change.file
    if let stay = change.stay { return say(stay, change, place: place, of: source) }
    if change.kind == .corrected {
      return warn(
        "\(place): corrected when \(change.title.quoted) is: an earlier version took the calendar's time zone "
          + "for another one")
    }
    guard !change.sides.isEmpty else {
      let fields = change.fields.isEmpty ? "" : " (\(change.fields.joined(separator: ", ")))"
      tell("\(place): \(change.kind.rawValue): \(change.title.shownTitle.visible)\(fields)")
      return
    }
    for side in change.sides {
      let (mine, theirs) = (
        side.mine.replacing("\n", with: " / "), side.theirs.replacing("\n", with: " / ")
      )
      warn(
        change.kind == .conflict
          ? "\(place): both sides changed \(side.field) of \(change.title.quoted): the line stays at "
            + "\(mine.quoted), the calendar says \(theirs.quoted)"
          : "\(place): this line is taken for \(change.title.quoted): its \(side.field) stays at "
            + "\(mine.quoted), the calendar says \(theirs.quoted)")
    }
  }
}
