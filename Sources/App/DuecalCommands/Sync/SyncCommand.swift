public import ArgumentParser
import CalendarStores
public import CalendarSync
import DuecalConfiguration
import ExactText
import StoreAccess

/// `duecal sync`.
struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Keep two stores equal: changes of each go to the other.",
    discussion: """
      Each store is compared with what it had after the last sync, field by field. If the title of an item was \
      changed in one store and its date in the other, both changes are kept. If one field was changed in both, \
      the first store wins, or the one that --prefer names; the other value is recorded, --conflicts lists it, \
      and --resolve restores it. If an item was removed in one store and changed in the other, it stays.

      From task files (tasks:PATH), only open tasks that are not private take part, and from the other store \
      only what is open. What is in sync stays so when it is done. --project, --tag, --where and --search \
      choose among the tasks; one that is no longer chosen stays in both stores, and its changes where they are.

      Lists with the same title belong together; a missing list is created with its first item. An item that \
      both stores have is not copied again, even if its UIDs differ.

      A list that one store no longer has is left as it is in the other one, until --drop-list removes it there too, \
      or --restore-lists creates it again; the other lists are synced.

      A path without a scheme is that of task files: ~/notes is tasks:~/notes.

      Without stores, each [sync.NAME] of the configuration is synced; with one name, only that.

      A run that looks like an accident is refused with status 4, and says which option allows it once. The \
      first sync of two stores that both have items only shows its plan, unless --yes is given.

      Examples:
        duecal sync tasks:~/notes vdir:~/calendars --dry-run
        duecal sync vdir:~/calendars sqlite: --yes
        duecal sync work#Home sqlite:#Home --prefer b --yes
        duecal sync tasks:~/notes vdir:~/calendars --where 'not @someday' --dry-run
        duecal sync vdir:~/calendars sqlite: --conflicts
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Two stores, or one list of each; or the name of a [sync.NAME] in the configuration. Without it, all of them.
      """,
      valueName: "store"),
    completion: StoreCompletion.stores)
  var stores: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Which store wins if one field was changed in both: a, b, or ask for neither; by default the one with \
      task files, otherwise a.
      """,
      valueName: "side"))
  var prefer: SyncPreference?

  @Option(
    help: ArgumentHelp(
      "Do what the plan with this number does, or nothing if there is another plan by now.",
      valueName: "number"))
  var apply: String?

  @Flag(help: "Also sync two stores that both have items for the first time.")
  var yes = false

  @OptionGroup var allowed: SyncAllowanceOptions

  @Flag(help: "Create the lists again that one store no longer has.")
  var restoreLists = false

  @Option(
    help: ArgumentHelp(
      "Also remove this list from the store that still has it, with its items (may be repeated).",
      valueName: "title"))
  var dropList: [String] = []

  @Flag(help: "List the fields that were changed in both stores, and do nothing else.")
  var conflicts = false

  @Option(
    help: ArgumentHelp(
      "Give both stores the value of --prefer for this number of --conflicts.",
      valueName: "number"))
  var resolve: Int64?

  @Flag(
    help: "Go on: sync again after each change in a folder of the stores, and every --interval.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "The time between two runs of --watch without changes, in seconds.", valueName: "seconds"))
  var interval = 60

  @OptionGroup(title: "Which lines of task files") var choice: SyncChoiceOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var writing: StoreWritingOptions

  func validate() throws {
    guard stores.count <= 2 else {
      throw ValidationError("\(stores.count) stores were given; expected two")
    }
    for (option, isGiven) in [("--apply", apply != nil), ("--resolve", resolve != nil)]
    where isGiven && writing.dryRun {
      throw ValidationError("\(option) and --dry-run cannot be combined")
    }
    let others = [
      ("--dry-run", writing.dryRun), ("--json", writing.json), ("--apply", apply != nil),
      ("--resolve", resolve != nil), ("--conflicts", conflicts),
    ]
    if watch, let other = others.first(where: \.1) {
      throw ValidationError("--watch and \(other.0) cannot be combined")
    }
    if restoreLists, !dropList.isEmpty {
      throw ValidationError("--restore-lists and --drop-list cannot be combined")
    }
    guard (1...86_400).contains(interval) else {
      throw ValidationError("\(interval) is not a valid --interval; expected 1 to 86400 seconds")
    }
    if resolve != nil, prefer?.winner == nil {
      throw ValidationError("--resolve needs --prefer a or --prefer b")
    }
  }

  func run() throws {
    let run = try StoreRun(writing.stores, writing.verbosity, asJSON: writing.json)
    var messages = run.messages
    guard watch else {
      try sync(run, &messages)
      return try messages.status.throwUnlessDone()
    }
    try goOn(run, &messages)
  }

  /// Syncs until the process is ended, or until the first run is refused.
  private func goOn(_ first: StoreRun, _ messages: inout Messages) throws {
    let watch = SyncWatch(interval: interval)
    watch.watch(try places(first))
    try sync(first, &messages)
    if messages.status == .refused { throw messages.status }
    while true {
      for output in [Output.standard, .error] { output.flush() }
      watch.wait(after: messages.status)
      messages.beginNextRun()
      let run = try StoreRun(writing.stores, writing.verbosity, asJSON: false)
      try sync(run, &messages)
      watch.watch(try places(run))
    }
  }

  private func places(_ run: StoreRun) throws -> [StorePlace] {
    try requests(run.runEnvironment).flatMap {
      try run.places([$0.stores.a, $0.stores.b])
    }
  }

  /// Runs all syncs, one after the other.
  private func sync(_ run: StoreRun, _ messages: inout Messages) throws {
    for request in try requests(run.runEnvironment) {
      do {
        let places = try run.places([request.stores.a, request.stores.b])
        let memory = try ReportMemory(places, self, run.runEnvironment)
        memory?.begin(&messages)
        defer { memory?.end(&messages) }
        try sync(request, places, run, &messages)
      } catch let failure as ExitStatus {
        messages.note(failure)
      }
    }
  }

  private func sync(
    _ request: SyncRequest, _ places: [StorePlace], _ run: StoreRun, _ messages: inout Messages
  ) throws {
    try refuseOverlap(places, request)
    let hasLines = places.contains(where: \.hasTaskFiles)
    guard hasLines || request.choice == SyncChoice() else {
      throw ValidationError(
        "\(request.choice.options) chooses lines of task files; expected one store such as tasks:~/notes"
      )
    }
    let isReading = writing.dryRun || conflicts
    var opening = run.opening
    opening.command = "sync"
    let zone = try hasLines ? zones.nameableZone(run.runEnvironment) : nil
    opening.zone = zone
    if let missing = try missingStore(places, opening, run), !restoreLists {
      return messages.fail(
        "\(missing.name) is missing, and was in sync; expected it to be back, or --restore-lists to create "
          + "it again", .refused)
    }
    guard
      let first = opening.open(
        places[0], for: .writing, isDryRun: isReading, messages: &messages),
      let second = opening.open(
        places[1], for: .writing, isDryRun: isReading, messages: &messages)
    else { return }
    do {
      var pair = try SyncedStores(
        SyncSides(a: first, b: second), request, run.runEnvironment, self, zone: zone,
        isReading: isReading)
      try pair.run(&messages)
    } catch let error as StoreError {
      messages.report(error, of: "\(request.stores.a), \(request.stores.b)")
    }
  }
}

extension SyncCommand {
  /// Refuses two stores that have the same items.
  private func refuseOverlap(_ places: [StorePlace], _ request: SyncRequest) throws {
    let (a, b) = (request.stores.a, request.stores.b)
    if places[0].identity == places[1].identity {
      throw ValidationError("\(a) and \(b) are the same store; expected two")
    }
    if places[0].overlaps(places[1]) {
      throw ValidationError("one of \(a) and \(b) contains the other; expected two separate stores")
    }
  }

  /// A store that does not exist although it was in sync.
  private func missingStore(
    _ places: [StorePlace], _ opening: StoreOpening, _ run: StoreRun
  ) throws -> StorePlace? {
    guard let missing = places.first(where: { opening.isMissing($0) && !$0.hasTaskFiles }) else {
      return nil
    }
    let state = try SyncStateFile(run.runEnvironment).copy()
    let stores = SyncSides(a: places[0].syncIdentity, b: places[1].syncIdentity)
    return try state.hasItems(of: stores) ? missing : nil
  }
}

extension SyncPreference: WordArgument {}

/// The options that allow once what looks like an accident.
struct SyncAllowanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Allow this run to remove so many items.", valueName: "number"))
  var allowDelete = 0

  @Option(
    help: ArgumentHelp("Allow this run to create so many items.", valueName: "number"))
  var allowCreate = 0

  @Option(
    help: ArgumentHelp(
      "Allow this run to change one field of so many items.", valueName: "number"))
  var allowChange = 0

  var allowance: SyncAllowance {
    SyncAllowance(deletions: allowDelete, creations: allowCreate, changes: allowChange)
  }
}
