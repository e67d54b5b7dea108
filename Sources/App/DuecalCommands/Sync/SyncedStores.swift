import CalendarItems
import CalendarStores
import CalendarSync
import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskDates
import TaskFolderStore
import UserFiles

/// The two stores of a run of `duecal sync`.
struct SyncedStores {
  let stores: SyncSides<OpenStore>
  let runEnvironment: RunEnvironment
  let command: SyncCommand
  let request: SyncRequest
  let state: SyncState
  private let sync: SyncRun
  let number: Int64
  /// The zone of the times in task files; nil if neither store has any.
  private let zone: Zone?
  /// What is recorded to undo the run; nil until it writes something.
  private var undo: UndoRecording?
  /// Held until the run has ended, so that two runs do not sync at the same time.
  private let lock: FolderLock?

  /// Opens the state of the sync.
  ///
  /// - Parameter isReading: Whether nothing is written, not even the state.
  /// - Throws: `ExitStatus`, after a report, if another run has the state.
  init(
    _ stores: SyncSides<OpenStore>, _ request: SyncRequest, _ runEnvironment: RunEnvironment,
    _ command: SyncCommand, zone: Zone?, isReading: Bool
  ) throws {
    self.stores = stores
    self.request = request
    self.runEnvironment = runEnvironment
    self.command = command
    self.zone = zone
    let file = try SyncStateFile(runEnvironment)
    lock = isReading ? nil : try file.lock()
    state = try isReading ? file.copy() : file.open()
    number = try state.number(of: stores.map { $0.place.syncIdentity })
    sync = SyncRun(stores.map(\.store), state, number: number)
  }

  /// Does what the options ask for.
  mutating func run(_ messages: inout Messages) throws {
    if command.conflicts { return try listConflicts(messages) }
    if let wanted = command.resolve { return try resolve(wanted, &messages) }
    guard try isSameZone(&messages) else { return }
    finishKilledRuns(&messages)
    var reading = try read()
    report(reading.unreadable, &messages)
    report(reading.unreadableItems, &messages)
    guard mayDrop(reading, &messages) else { return }
    try reportGoneLists(of: reading, &messages)
    report(nameless: reading.nameless, &messages)
    try reportEmptyItems(of: reading, &messages)
    let options = try options(for: reading, &messages)
    if try bindOccurrences(reading, options) { reading = try read() }
    try sync.addContents(
      to: &reading, of: options.participants.map { $0.unmatched.union($0.leftOut) })
    let plan = SyncPlan(reading, options)
    let isSame = try isSameChoice(reading, &messages)
    if reading.isFirst { hintAtOneList(plan, &messages) }
    if command.writing.dryRun {
      refuse(plan, reading, &messages, isDryRun: true)
      return show(plan, &messages)
    }
    guard isSame, mayRun(plan, reading, &messages) else { return }
    let result = try execute(plan)
    if let zone {
      try state.save(zone: zone.name, of: number)
      try state.save(choice: request.choice.options, of: number)
    }
    report(result, of: plan, &messages)
    let again = try result.needsAnotherRun ? runAgain(&messages) : nil
    readServers(changedBy: [result, again].compactMap(\.self))
  }

  /// Finishes the runs that were killed between two task files, so that the plan does not see one half of them.
  private func finishKilledRuns(_ messages: inout Messages) {
    guard lock != nil, text != nil else { return }
    do {
      let state = try StateFolder(runEnvironment)
      let purpose = BackedUpEdit.Purpose.of(command.writing.verbosity, runEnvironment)
      try state.recover(state.edits(by: "sync", purpose, runEnvironment), &messages)
    } catch {
      messages.fail("\(error)", .inputOutput)
    }
  }

  /// Reads the servers that were changed, so that the next run needs only one request if nobody changes more.
  ///
  /// What fails here is done by the next run.
  private func readServers(changedBy results: [SyncResult]) {
    let changed = Set(results.flatMap { $0.done.map(\.side) })
    for side in SyncSide.allCases
    where changed.contains(side) && !stores[side].place.address.isOfFile {
      let store = stores[side].store
      try? StoreCall.wait { () async throws(StoreError) in try await store.refresh() }
    }
  }

  /// Brings what a store has changed by itself to the other one, such as the next date of a completed series.
  ///
  /// - Returns: What was done; nil if the plan looks like an accident.
  private mutating func runAgain(_ messages: inout Messages) throws -> SyncResult? {
    let reading = try read()
    let plan = SyncPlan(reading, try options(for: reading, &messages))
    guard SyncLimits(plan, reading, command.allowed.allowance).refusals.isEmpty else { return nil }
    let result = try execute(plan)
    report(result, of: plan, &messages)
    return result
  }

  /// The side that has task files; nil if neither has.
  private var text: SyncSide? { SyncSide.allCases.first { stores[$0].place.hasTaskFiles } }

  /// True if times in task files are read in the zone of the last sync, or a person has named another.
  private func isSameZone(_ messages: inout Messages) throws(StoreError) -> Bool {
    guard let zone = zone?.name, command.zones.zone == nil,
      let last = try state.zone(of: number), last != zone
    else { return true }
    messages.fail(
      "the times of task files would be read in \(zone), and were read in \(last) in the last sync; "
        + "expected --zone \(last), or --zone \(zone) if that is right", .refused)
    return false
  }

  /// Text wins, and only what is open is exchanged with it.
  private func options(
    for reading: SyncReading, _ messages: inout Messages
  ) throws -> SyncOptions {
    var options = SyncOptions(preference: request.preference ?? (text == .b ? .b : .a))
    let leftOut = try leftOut
    for side in SyncSide.allCases { options.participants[side].leftOut = leftOut[side] }
    guard let zone else { return options }
    options.lineSides = Set(SyncSide.allCases.filter { stores[$0].place.hasTaskFiles })
    let lines = SyncLines(request.choice, runEnvironment, zone: zone)
    let isNewChoice = try state.choice(of: number) != request.choice.options
    for side in SyncSide.allCases {
      if let store = stores[side].store as? TaskFolderStore {
        options.participants[side] = try lines.participants(
          of: store, hasNew: reading.hasNewItems(on: side), isNewChoice: isNewChoice, &messages)
        options.participants[side].leftOut = leftOut[side]
      } else {
        options.participants[side].openAt = runEnvironment.now
      }
    }
    return options
  }

  /// The items that each store leaves out.
  var leftOut: SyncSides<Set<ItemRef>> {
    get throws(StoreError) {
      SyncSides(a: try leftOut(of: .a), b: try leftOut(of: .b))
    }
  }

  private func leftOut(of side: SyncSide) throws(StoreError) -> Set<ItemRef> {
    guard let store = stores[side].store as? any LeftOutListing else { return [] }
    return try StoreCall.wait { () async throws(StoreError) in try await store.itemsLeftOut() }
  }

  /// True if the same lines are chosen as in the last sync, or a person has confirmed the new choice.
  private func isSameChoice(
    _ reading: SyncReading, _ messages: inout Messages
  ) throws(StoreError) -> Bool {
    let (last, now) = (try state.choice(of: number) ?? "", request.choice.options)
    guard last != now, !reading.isFirst, !command.yes, command.apply == nil else { return true }
    let sentence =
      "the options that choose tasks were \(last.orNone) in the last sync, and are \(now.orNone) now; "
      + "expected --yes if that is right"
    if command.writing.dryRun { messages.warn(sentence) } else { messages.fail(sentence, .refused) }
    return false
  }

  private func bindOccurrences(
    _ reading: SyncReading, _ options: SyncOptions
  ) throws(StoreError) -> Bool {
    let sync = sync
    return try StoreCall.wait { () async throws(StoreError) in
      try await sync.bindOccurrences(reading, options)
    }
  }

  private func read() throws(StoreError) -> SyncReading {
    let (sync, stores) = (sync, stores)
    var pairing = request.lists
    for side in SyncSide.allCases { pairing.removedLists[side] = try removedLists(side) }
    let (recovers, retries) = (!command.writing.dryRun, command.writing.stores.allowScheduling)
    return try StoreCall.wait { [pairing] () async throws(StoreError) in
      try await sync.read(recovering: recovers, pairing: pairing, retryingRefused: retries) {
        (side, lists) throws(StoreError) in
        guard let name = stores[side].place.list else { return lists }
        return OpenStore.lists(called: name, in: lists)
      }
    }
  }

  /// The lists of a store whose files a person has removed for good.
  private func removedLists(_ side: SyncSide) throws(StoreError) -> Set<ItemList.ID> {
    guard let folder = stores[side].store as? TaskFolderStore else { return [] }
    return try StoreCall.wait { () async throws(StoreError) in try await folder.removedLists() }
  }

  private mutating func execute(_ plan: SyncPlan) throws -> SyncResult {
    if undo == nil, !plan.writes.isEmpty || plan.dropsLists { undo = try beginRun() }
    let (sync, now, undo) = (sync, runEnvironment.now, undo)
    let progress = TransferProgress(of: plan.writeCount, command.writing.verbosity.level)
    defer { progress.hide() }
    return try StoreCall.wait { () async throws(StoreError) in
      try await sync.execute(plan, at: now, undo: undo) { progress.advance(by: $0) }
    }
  }

  /// Notes the run in the backups, so that its edits of files and its changes of stores are undone together.
  private func beginRun() throws -> UndoRecording {
    let purpose = BackedUpEdit.Purpose.of(command.writing.verbosity, runEnvironment)
    let run = try noteRun(purpose)
    for side in SyncSide.allCases {
      guard let folder = stores[side].store as? TaskFolderStore else { continue }
      try StoreCall.wait { () async throws(StoreError) in await folder.beginRun(run, purpose) }
    }
    let sides = SyncSide.allCases.filter { !stores[$0].place.hasTaskFiles }
    return UndoRecording(run: run, sides: Set(sides))
  }

  private func noteRun(_ purpose: BackedUpEdit.Purpose) throws -> Int {
    let backups = try StateFolder(runEnvironment).backups
    do throws(FileError) {
      return try backups.noteRun(
        command: "sync", time: runEnvironment.now.seconds, purpose: purpose)
    } catch {
      throw StoreError.unavailable("\(error)")
    }
  }

  // MARK: Safety

  /// True if a plan may be executed; otherwise reports why not.
  private func mayRun(
    _ plan: SyncPlan, _ reading: SyncReading, _ messages: inout Messages
  ) -> Bool {
    if let wanted = command.apply, wanted != plan.number {
      show(plan, &messages)
      messages.fail(
        "there is no plan \(wanted.quoted) any more: the plan is now \(plan.number); "
          + "expected that number, after a look at it with --dry-run", .refused)
      return false
    }
    guard !refuse(plan, reading, &messages, isDryRun: false) else { return false }
    let areFull = !reading.versions.a.isEmpty && !reading.versions.b.isEmpty
    guard reading.isFirst, areFull, !plan.writes.isEmpty, !command.yes, command.apply == nil else {
      return true
    }
    show(plan, &messages)
    messages.fail(
      "this is the first sync of two stores that both have items; expected --yes, or "
        + "--apply \(plan.number)", .refused)
    return false
  }

  /// Reports why a plan looks like an accident, and returns whether it does.
  @discardableResult
  private func refuse(
    _ plan: SyncPlan, _ reading: SyncReading, _ messages: inout Messages, isDryRun: Bool
  ) -> Bool {
    let refusals = SyncLimits(plan, reading, command.allowed.allowance).refusals
    for sentence in refusals.map(sentence) {
      if isDryRun { messages.warn(sentence) } else { messages.fail(sentence, .refused) }
    }
    return !refusals.isEmpty
  }

  // MARK: Conflicts

  private func listConflicts(_ messages: Messages) throws(StoreError) {
    let text = ItemFieldText([:], on: ReaderClock(runEnvironment))
    let rows = try state.conflicts(of: number).map { SyncConflictRow($0, text) }
    guard !command.writing.json else {
      return JSONWriter.print(ReportJSON("conflicts", rows, messages: messages.reported))
    }
    for row in rows { Output.standard.print(row.sentence.visible) }
  }

  private func resolve(_ wanted: Int64, _ messages: inout Messages) throws(StoreError) {
    guard let conflict = try state.conflicts(of: number).first(where: { $0.id == wanted }) else {
      return messages.fail("there is no conflict \(wanted); --conflicts lists them", .noInput)
    }
    guard let side = command.prefer?.winner else { return }
    let sync = sync
    try StoreCall.wait { () async throws(StoreError) in
      try await sync.resolve(conflict, to: side)
    }
  }
}

extension StorePlace {
  var hasTaskFiles: Bool { address.kind == .taskFiles }

  /// The store, and its list if one was given, as the state of syncs names them.
  var syncIdentity: String { list.map { "\(identity)#\($0)" } ?? identity }
}

extension String {
  fileprivate var orNone: String { isEmpty ? "none" : self }
}
