import ArgumentParser
import CalendarStores
import Diagnostics
import DuecalConfiguration
import ExactText
import Glibc
import StoreAccess
import TaskDates
import UserFiles

/// `duecal serve`, which serves until it is stopped.
struct ServeStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Serve task files, or a store, until the command is stopped.",
    discussion: """
      Each task file is a list. What a phone changes is written into the file, and what you write there \
      reaches the phone when it asks next. The server listens only on this machine; for others it needs a proxy with TLS.

      Served are the lines that a sync would take: open tasks that are not private, archived or imported. What a client \
      has stays there when it is done. --project, --tag, --where and --search choose among the lines.

      Without an argument, folder in [serve] of the configuration is served, or else its task files.

      The first start makes a password, and prints it on a terminal; otherwise it is in serve/password.txt in the folder \
      of the state. Each request is a line on standard error.

      Examples:
        duecal serve ~/notes
        duecal serve sqlite: --listen 127.0.0.1:8008
        duecal serve ~/notes --where 'not @someday' --log json
      """)

  @Argument(
    help: "A folder of task files, a file, or a store.", completion: StoreCompletion.stores)
  var source: String?

  @Option(
    help: ArgumentHelp(
      "Listen at this address of this machine, or at the path of a socket; by default 127.0.0.1:5233.",
      valueName: "address"))
  var listen: String?

  @Option(
    help: ArgumentHelp("The name of the person; by default your user name.", valueName: "name"))
  var user: String?

  @Option(help: ArgumentHelp("What a proxy puts before all paths.", valueName: "path"))
  var prefix: String?

  @Flag(help: "Let clients remove whole lists.")
  var allowListRemoval = false

  @Flag(help: "Listen at an address that other machines reach too: a proxy with TLS is in front.")
  var behindProxy = false

  @Option(help: "The form of the lines that are logged on standard error, by default text.")
  var log: ServerLog.Form?

  @OptionGroup(title: "Which lines of task files") var choice: SyncChoiceOptions
  @OptionGroup var zones: ZoneOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let request = try ServeRequest(self, runEnvironment)
    let server = try CalendarNetwork.serving()
    var messages = Messages(verbosity, runEnvironment)
    let zone = try request.zone(runEnvironment)
    guard
      let store = try store(request, zone: zone, runEnvironment, &messages)
    else { return try messages.status.throwUnlessDone() }
    let files = try ServerFiles(runEnvironment)
    let settings = try settings(request, files, zone: zone, runEnvironment)
    try ServerPassword(files, server).makeFirst(of: settings.user)
    try ServerRun(server, settings).serve(store)
  }

  /// The part of the store that is served; nil, after a report, if it cannot be opened.
  private func store(
    _ request: ServeRequest, zone: Zone, _ runEnvironment: RunEnvironment,
    _ messages: inout Messages
  ) throws -> (any CalendarStore)? {
    let place = request.place
    var opening = StoreOpening(runEnvironment, options)
    (opening.command, opening.clock) = ("serve", RunningTime(runEnvironment))
    opening.zone = zone
    // A folder that is not there is a slip of the pen, or a disk that is not mounted.
    let purpose = place.hasTaskFiles ? StoreOpening.Purpose.changing : .writing
    guard let open = opening.open(place, for: purpose, messages: &messages) else { return nil }
    return try ServedLines(request, zone: zone, runEnvironment).part(of: open.store, &messages)
  }

  private func settings(
    _ request: ServeRequest, _ files: ServerFiles, zone: Zone, _ runEnvironment: RunEnvironment
  ) throws -> ServerSettings {
    let time = RunningTime(runEnvironment)
    var settings = ServerSettings(
      at: request.address, user: request.user, passwords: files.passwords,
      state: files.state(of: request.place),
      log: ServerLog(request.log, isQuiet: verbosity.quiet) { time.now })
    (settings.prefix, settings.zone) = (request.prefix, zone)
    settings.allowsListRemoval = request.allowsListRemoval
    settings.isBehindProxy = request.isBehindProxy
    settings.feeds = FeedPublisher.start(verbosity, runEnvironment)
    return settings
  }
}

extension ServerLog.Form: WordArgument {}
