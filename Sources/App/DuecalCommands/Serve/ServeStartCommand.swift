import ArgumentParser
import CalendarStores
import Diagnostics
import Dispatch
import ExactText
import Glibc
import StoreAccess
import Synchronization
import UserFiles

/// `duecal serve`, which serves until it is stopped.
struct ServeStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Serve task files, or a store, until the command is stopped.",
    discussion: """
      Each task file is a list. What a phone changes is written into the file, and what you write there \
      reaches the phone when it asks next. The server listens only on this machine; for others it needs a proxy with TLS.

      The first start makes a password, and prints it on a terminal; otherwise it is in serve/password.txt in the folder \
      of the state.

      Examples:
        duecal serve ~/notes
        duecal serve sqlite: --listen 127.0.0.1:8008
      """)

  @Argument(
    help: "A folder of task files, a file, or a store.", completion: StoreCompletion.stores)
  var source: String

  @Option(
    help: ArgumentHelp(
      "Listen at this address of this machine, or at the path of a socket.", valueName: "address"))
  var listen = "127.0.0.1:5233"

  @Option(
    help: ArgumentHelp("The name of the person; by default your user name.", valueName: "name"))
  var user: String?

  @Option(help: ArgumentHelp("What a proxy puts before all paths.", valueName: "path"))
  var prefix = ""

  @Flag(help: "Let clients remove whole lists.")
  var allowListRemoval = false

  @Flag(help: "Listen at an address that other machines reach too: a proxy with TLS is in front.")
  var behindProxy = false

  @OptionGroup var zones: ZoneOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let address = try address()
    let server = try CalendarNetwork.serving()
    let place = try place(runEnvironment)
    var messages = Messages(verbosity, runEnvironment)
    var opening = StoreOpening(runEnvironment, options)
    (opening.command, opening.clock) = ("serve", RunningTime(runEnvironment))
    let zone = try zones.resolvedZone(runEnvironment)
    opening.zone = zone
    // A folder that is not there is a slip of the pen, or a disk that is not mounted.
    let purpose = place.hasTaskFiles ? StoreOpening.Purpose.changing : .writing
    guard let open = opening.open(place, for: purpose, messages: &messages) else {
      return try messages.status.throwUnlessDone()
    }
    let files = try ServerFiles(runEnvironment)
    let name = user ?? ServerUser.usual(runEnvironment)
    var settings = ServerSettings(
      at: address, user: name, passwords: files.passwords, state: files.state(of: place))
    (settings.prefix, settings.zone) = (prefix, zone)
    settings.allowsListRemoval = allowListRemoval
    settings.feeds = FeedPublisher.start(verbosity, runEnvironment)
    try makePassword(of: name, files, server)
    try serve(open.store, settings, server)
  }

  private func place(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> StorePlace {
    let names = StoreNames(runEnvironment)
    if case .store(let place) = try names.source(source) { return place }
    return try names.store("tasks:\(source)")
  }

  // MARK: The address

  private func address() throws -> ServerSettings.Address {
    if listen.contains("/") { return .socket(listen) }
    guard let colon = listen.lastIndex(of: ":"),
      let port = Int(listen[listen.index(after: colon)...]), (0...65_535).contains(port)
    else {
      throw ValidationError(
        "--listen \(listen.quoted): expected an address such as 127.0.0.1:5233")
    }
    let host = String(listen[..<colon])
    let isLocal = host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    guard isLocal || behindProxy else {
      throw ValidationError(
        "--listen \(listen.quoted): other machines reach this address, and passwords are sent without "
          + "TLS; expected an address of this machine, or --behind-proxy")
    }
    return .host(host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: port)
  }

  // MARK: The password

  /// Makes a password at the first start, prints it on a terminal, and otherwise keeps it in a file.
  private func makePassword(
    of name: String, _ files: ServerFiles, _ server: any StoreServer
  ) throws {
    guard server.people(in: files.passwords).isEmpty else { return }
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    let password = String((0..<20).map { _ in letters.randomElement() ?? "a" })
    try server.set(password, of: name, in: files.passwords)
    if isatty(STDOUT_FILENO) == 1 {
      return Output.standard.print(
        "The password of \(name) is \(password); \"duecal serve password\" changes it.".visible)
    }
    try PrivateFile.write(Array("\(password)\n".utf8), to: files.firstPassword)
    Output.standard.print("The password of \(name) is in \(files.firstPassword)".visible)
  }

  // MARK: Serving

  /// Serves until the process is asked to end.
  private func serve(
    _ store: any CalendarStore, _ settings: ServerSettings, _ server: any StoreServer
  ) throws {
    let isDone = DispatchSemaphore(value: 0)
    let failure = Mutex<String?>(nil)
    Task {
      do {
        try await server.serve(store, settings) { port in
          Output.standard.print("serving \(settings.shownAddress(port))".visible)
          Output.standard.flush()
        }
      } catch { failure.withLock { $0 = "\(error)" } }
      isDone.signal()
    }
    isDone.wait()
    guard let reason = failure.withLock(\.self) else { return }
    Output.error.print("duecal: \(reason.visible)")
    throw ExitStatus.unavailable
  }
}

extension ServerSettings {
  /// The address that a person enters in a client.
  fileprivate func shownAddress(_ port: Int?) -> String {
    switch address {
    case .host(let name, let wanted):
      "http://\(name.contains(":") ? "[\(name)]" : name):\(port ?? wanted)\(prefix)/, as \(user)"
    case .socket(let path): "\(path), as \(user)"
    }
  }
}
