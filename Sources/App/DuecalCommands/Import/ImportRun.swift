import ArgumentParser
import CalendarImports
import CalendarItems
import CompactDictionary
import Diagnostics
import DuecalConfiguration
import ExactText
import Glibc
import LineCodec
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

  /// A plan and its calendars.
  typealias Planned = (plan: ImportPlan, inputs: [CalendarInput])

  /// Imports, and returns the plans that `--json` prints.
  func run(_ messages: inout Messages) throws -> [Planned] {
    var reader = ImportSources(
      options: command.sources, sources: try SourcePaths(command.sources.given, runEnvironment),
      time: command.network.time, zones: command.zones, runEnvironment: runEnvironment)
    guard let path = command.target.into else {
      return try printTasks(try reader.read(&messages), &messages)
    }
    var storage = try ImportStorage(
      path, command, runEnvironment: runEnvironment, messages: &messages)
    if command.target.conflicts {
      try storage.printConflicts(in: command.zones.resolvedZone(runEnvironment))
      return []
    }
    reader.state = storage.state
    reader.keepsFetched = !command.dry.dryRun
    var sources = try reader.read(&messages)
    if sources.isEmpty { return [] }
    complete(&sources)
    storage.components = sources.dropFirst().reduce(into: sources[0].components) { known, source in
      known.merge(source.components) { first, _ in first }
    }
    try storage.begin(&messages)
    return try keep(consume sources, storage, messages: &messages)
  }

  /// Adds to each source the parts of its series that the others have, and notes what it contains.
  private func complete(_ sources: inout [ImportSource]) {
    let parts = sources.count > 1 ? PartedSeries(sources.map(\.inputs)).additions : []
    for (index, own) in parts.enumerated() { sources[index].add(own) }
    for index in sources.indices {
      sources[index].components = sources[index].inputs.components
      if sources.count > 1 { sources[index].names = sources[index].inputs.names }
    }
  }

  // MARK: Options

  /// The reader for fields of lines.
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
    options.threads = Processors.count
    options.reports = !command.verbosity.level.quiet
    options.explains = options.reports || command.target.json
    options.remembers = command.target.into != nil
    options.allowedRemovals = form.allowDelete
    let filter = try ImportFilter(form, runEnvironment, in: zone)
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
    let options = try options(try command.zones.resolvedZone(runEnvironment))
    let inputs = sources.flatMap(\.inputs)
    guard !inputs.isEmpty else { return [] }
    let plan = ImportPlan(inputs, into: [empty], after: ImportMemory(), options: options)
    report(plan, inputs.map(\.name), of: "", messages: &messages)
    if !command.target.json {
      Output.standard.write(FileContents(plan.files[0].edited.bytes))
    }
    return [(plan, inputs)]
  }

  // MARK: With a file

  private func keep(
    _ all: consuming [ImportSource], _ storage: ImportStorage, messages: inout Messages
  ) throws -> [Planned] {
    var sources = consume all
    for attempt in 0..<5 {
      if attempt > 0 { usleep(UInt32(20_000 << attempt)) }
      var draft = messages
      var state = try storage.read(&draft)
      state.follow(reader)
      var plans: [Planned] = []
      for index in sources.indices {
        let planned = try take(index, of: &sources, into: &state, storage, messages: &draft)
        if command.target.json, let planned { plans.append(planned) }
      }
      if try storage.finish(state, messages: &draft) {
        messages = draft
        return plans
      }
    }
    messages.fail(
      "\(storage.path): the file keeps changing, so nothing is written; try again later", .tryAgain)
    return []
  }

  /// Plans the import of a source, and takes the result into the state; nil, after a report, for one that is refused.
  ///
  /// The contents of the source are only kept for `--json`.
  private func take(
    _ index: Int, of sources: inout [ImportSource], into state: inout ImportState,
    _ storage: ImportStorage, messages: inout Messages
  ) throws -> Planned? {
    sources[index].readAgain()
    var inputs = sources[index].takeInputs()
    let source = sources[index]
    let memory = try state.memory(of: storage.pair(source)) ?? storage.memory(of: source)
    let others = state.memories(besides: Set(sources.map(storage.pair)))
    let rest = inputs.remainders(of: memory, in: others, name: source.name)
    inputs += rest
    let names = inputs.map(\.name)
    let kept = command.target.json ? inputs : []
    let plan = try plan(
      source, consume inputs, components: rest.isEmpty ? source.components : nil, after: memory,
      besides: sources.filter { $0.identity != source.identity },
      state: state, storage: storage, messages: &messages)
    if let refusal = plan.refusal {
      refuse(refusal, source, messages: &messages)
      return nil
    }
    state.take(plan, memory, pair: storage.pair(source))
    report(plan, names, of: source.name, messages: &messages)
    return (plan, kept)
  }

  private func plan(
    _ source: ImportSource, _ inputs: consuming [CalendarInput], components: ItemComponents?,
    after memory: ImportMemory, besides others: [ImportSource], state: ImportState,
    storage: ImportStorage, messages: inout Messages
  ) throws -> ImportPlan {
    let zone = try zone(memory, &messages)
    var options = try options(zone)
    options.arriving = others.reduce(into: []) { $0.formUnion($1.names) }
    if options.window != nil {
      for other in others {
        options.arriving.formUnion(other.components.keys.map { ItemName(uid: $0.text) })
      }
    }
    if source.isIncomplete { options.allowedRemovals = nil }
    if memory.isEmpty {
      options.foreign = state.lines(ofOthersThan: storage.pair(source), options.reader)
    }
    return ImportPlan(
      inputs, into: state.files, after: memory, options: options,
      elsewhere: state.memories(besides: [storage.pair(source)]), isWhole: !source.isIncomplete,
      components: components)
  }

  /// The run's zone; if nothing sets one, lines keep the zone of the last import.
  private func zone(_ memory: ImportMemory, _ messages: inout Messages) throws -> Zone {
    guard command.zones.zoneName(runEnvironment) == nil, let name = memory.zone,
      let kept = zones.zone(named: name)
    else { return try command.zones.resolvedZone(runEnvironment) }
    if let own = command.zones.environmentZone(runEnvironment, otherThan: kept) {
      messages.warn(
        "the tasks keep the zone \(kept.name), but this machine is in \(own.name); use --zone to "
          + "choose")
    }
    return kept
  }

  /// Leaves out a calendar, and keeps its lines in the file unchanged.
  private func refuse(
    _ refusal: ImportPlan.Refusal, _ source: ImportSource, messages: inout Messages
  ) {
    switch refusal {
    case .empty(let count):
      messages.fail(
        "\(source.name): the calendar is empty, but had \(count) \(count == 1 ? "item" : "items"); "
          + "nothing is imported without --allow-delete", .refused)
    case .removals(let count, let allowed):
      messages.fail(
        "\(source.name): \(count) of its items are gone, more than \(allowed); nothing is imported "
          + "without --allow-delete \(count)", .refused)
    }
  }

  // MARK: Reporting

  private func report(
    _ plan: ImportPlan, _ names: [String], of source: String, messages: inout Messages
  ) {
    for change in plan.changes { messages.report(change, of: source) }
    messages.reportCutShort(plan)
    messages.reportKept(plan.keptBefore, of: source)
    messages.report(plan.losses)
    for (input, diagnostic) in plan.superseded {
      messages.report(diagnostic, file: names[input])
    }
    for (uid, input) in plan.repeated {
      messages.warn("\(names[input]): the UID \(uid.quoted) is in another file too")
    }
  }
}

extension ImportTargetOptions {
  /// The project names in `A / B`.
  var project: [String] {
    guard let name = place.project else { return [] }
    return ImportOptions.path(name).map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 }
      .filter { !$0.isEmpty }
  }
}

extension Messages {
  /// Reports series that are imported only in part.
  fileprivate mutating func reportCutShort(_ plan: ImportPlan) {
    for name in plan.cut.prefix(10) {
      fail("only a part of \(name.uid.quoted) is imported, because it has too many dates", .partial)
    }
    let rest = plan.cut.count - 10
    guard rest > 0 else { return }
    let sentence =
      rest == 1
      ? "only a part of 1 more series is imported, because it has too many dates"
      : "only a part of \(rest) more series is imported, because they have too many dates"
    fail(sentence, .partial)
  }

  /// Reports what lines do not contain of their items; what a note says is left out.
  mutating func report(_ losses: [ImportLoss]) {
    guard !level.quiet else { return }
    for loss in losses {
      let value = loss.value.isEmpty || loss.isOfNote ? "" : " \(loss.value.quoted)"
      reportLoss(
        "\(loss.file):\(loss.line):1: not kept: \(loss.property)\(value): \(loss.reason)")
    }
  }

  /// Reports lines that stay because earlier imports kept them.
  mutating func reportKept(_ count: Int, of source: String) {
    guard count > 0 else { return }
    let lines = count == 1 ? "1 line stays whose item it" : "\(count) lines stay whose items it"
    warn(
      "\(source): \(lines) no longer has, because earlier imports kept "
        + (count == 1 ? "it" : "them") + " (--removed delete or --removed archive applies to "
        + (count == 1 ? "it" : "them") + " too)")
  }

  /// Reports a line that stays although its calendar no longer has the item, with what to do about it.
  private mutating func report(
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
  mutating func report(_ change: ImportChange, of source: String) {
    let place = change.line.map { "\(change.file):\($0 + 1)" } ?? change.file
    if let stay = change.stay { return report(stay, change, place: place, of: source) }
    if change.kind == .corrected {
      return warn(
        "\(place): corrected the time of \(change.title.quoted): the calendar defines its time zone, "
          + "and the line had the time of another one")
    }
    guard !change.sides.isEmpty else {
      let fields = change.fields.isEmpty ? "" : " (\(change.fields.joined(separator: ", ")))"
      log("\(place): \(change.kind.rawValue): \(change.title.shownTitle.visible)\(fields)")
      return
    }
    for side in change.sides {
      let (mine, theirs) = (
        side.mine.replacing("\n", with: " / "), side.theirs.replacing("\n", with: " / ")
      )
      warn(
        change.kind == .conflict
          ? "\(place): the line and the calendar both changed \(side.field) of "
            + "\(change.title.quoted); the line keeps \(mine.quoted), the calendar has "
            + "\(theirs.quoted)"
          : "\(place): this line is matched with \(change.title.quoted); its \(side.field) stays "
            + "at \(mine.quoted), the calendar has \(theirs.quoted)")
    }
  }
}
