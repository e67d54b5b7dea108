import ArgumentParser
import Dispatch
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskDates
import UserFiles

/// Publishes the feeds that have addresses while a server runs: `duecal export`, again and again.
///
/// A pass follows when nothing was written for two seconds in a folder of the sources, and otherwise each minute, because
/// not all file systems report changes, and dates move on. A feed is written again only if a file, the configuration or
/// the state has changed.
struct FeedPublisher {
  private let served: ServedFeeds
  private let files: FeedFiles
  private let settings: Settings
  private let isChanged = DispatchSemaphore(value: 0)
  private var watch: FolderWatch?
  private var runEnvironment: RunEnvironment
  private var messages: Messages
  /// The configuration that could not be read, which is reported once.
  private var faultyConfiguration: ChangeStamp?
  /// What each feed was published from, and when.
  private var published: ExactDictionary<(checksum: String?, time: ContinuousClock.Instant)> = [:]

  /// The export of each feed, and its arguments.
  private var commands: ExactDictionary<(arguments: [String], command: ExportCommand)> = [:]

  /// How much is printed.
  struct Settings: MessageSettings, Sendable {
    let level: Verbosity
    let messageColor: MessageColor?
  }

  /// Begins to publish, in a thread of its own, until the process ends.
  ///
  /// - Returns: The feeds for the server; nil if the environment has no folder for them.
  static func start(
    _ verbosity: some MessageSettings, _ runEnvironment: RunEnvironment
  ) -> ServedFeeds? {
    guard let files = FeedFiles(runEnvironment) else { return nil }
    let served = ServedFeeds(files.addresses)
    served.use(Self.files(of: runEnvironment, files))
    let settings = Settings(level: verbosity.level, messageColor: verbosity.messageColor)
    DispatchQueue(label: "duecal.feeds").async {
      guard let runEnvironment = try? RunEnvironment.current() else { return }
      var publisher = FeedPublisher(served, files, settings, runEnvironment)
      publisher.run()
    }
    return served
  }

  private init(
    _ served: ServedFeeds, _ files: FeedFiles, _ settings: Settings,
    _ runEnvironment: RunEnvironment
  ) {
    (self.served, self.files, self.settings) = (served, files, settings)
    self.runEnvironment = runEnvironment
    messages = Messages(settings, runEnvironment)
  }

  /// The calendar of each feed that can have an address.
  private static func files(
    of runEnvironment: RunEnvironment, _ files: FeedFiles
  ) -> ExactDictionary<String> {
    let feeds = runEnvironment.configuration.feeds.filter { feed in
      FeedName.fault(of: feed.name) == nil && !feed.isSplit
    }
    return ExactDictionary(feeds.map { ($0.name, files.calendar(of: $0)) }) { $1 }
  }

  // MARK: Passes

  private mutating func run() {
    var isEvent = true
    while true {
      readConfiguration()
      let feeds = addressedFeeds
      watch(feeds)
      publish(feeds, afterEvent: isEvent)
      Output.error.flush()
      isEvent = wait(seconds: messages.status == .tryAgain ? 5 : 60)
    }
  }

  /// Reads the configuration, and goes on with the last one while it has an error.
  private mutating func readConfiguration() {
    let path = ConfigurationFile(runEnvironment.environment)?.path
    let stamp = path.flatMap { ChangeStamp(path: $0) }
    if stamp == nil || stamp != faultyConfiguration {
      if let current = try? RunEnvironment.current() {
        (runEnvironment, faultyConfiguration) = (current, nil)
        return served.use(Self.files(of: current, files))
      }
      faultyConfiguration = stamp
    }
    runEnvironment = RunEnvironment(
      environment: runEnvironment.environment, now: RunEnvironment.clock(),
      sourceDate: runEnvironment.sourceDate, configuration: runEnvironment.configuration)
  }

  private var addressedFeeds: [Configuration.Feed] {
    let names = ExactSet(served.addresses().map(\.name))
    return runEnvironment.configuration.feeds.filter { names.contains($0.name) }
  }

  /// Exports the feeds whose sources have changed.
  private mutating func publish(_ feeds: [Configuration.Feed], afterEvent isEvent: Bool) {
    var due: [Configuration.Feed] = []
    for feed in feeds where isDue(feed, afterEvent: isEvent) { due.append(feed) }
    guard !due.isEmpty, var command = try? ExportCommand.parse([]) else { return }
    command.named.names = due.map(\.name)
    messages.beginNextRun()
    try? ConfiguredFeeds(command, runEnvironment)?.export(&messages)
    for feed in due {
      let checksum = messages.status == .tryAgain ? nil : checksum(of: feed)
      published[feed.name] = (checksum, .now)
    }
  }

  private mutating func isDue(_ feed: Configuration.Feed, afterEvent isEvent: Bool) -> Bool {
    guard let last = published[feed.name] else { return true }
    if let checksum = checksum(of: feed) { return checksum != last.checksum }
    // Sources that are no files, such as those on a server.
    return isEvent || last.time.duration(to: .now) > .seconds(300)
  }

  // MARK: Sources

  /// What a feed is made from, as a checksum; nil if that is not known. Every quarter of an hour is another one: somewhere
  /// another day may have begun.
  private mutating func checksum(of feed: Configuration.Feed) -> String? {
    guard let command = command(of: feed) else { return nil }
    var inputs = RunInputs()
    inputs.add(texts: feed.arguments(writing: "") + ["\(runEnvironment.now.seconds / 900)"])
    inputs.addSettings(runEnvironment)
    let sources = LastRun.Sources(
      paths: paths(of: command), endings: command.sources.reading.endings(runEnvironment))
    guard inputs.add(sources), inputs.add(path: files.calendar(of: feed)), inputs.isSettled else {
      return nil
    }
    return SHA256.digits(of: inputs.bytes)
  }

  /// The export of a feed; parsing it takes longer than all else of a pass without changes.
  private mutating func command(of feed: Configuration.Feed) -> ExportCommand? {
    let arguments = feed.arguments(writing: files.calendar(of: feed))
    if let last = commands[feed.name], last.arguments.map(ExactString.init) == arguments.map(ExactString.init) { return last.command }
    guard let command = try? ExportCommand.parse(arguments) else { return nil }
    commands[feed.name] = (arguments, command)
    return command
  }

  private func paths(of command: ExportCommand) -> [String] {
    let given = command.sources.given
    return given.isEmpty ? DefaultSources.usual(runEnvironment) : given
  }

  /// Watches the folders of the sources, the configuration and the table of addresses.
  private mutating func watch(_ feeds: [Configuration.Feed]) {
    var folders = [files.addresses.folder]
    if let path = ConfigurationFile(runEnvironment.environment)?.path {
      folders.append(Self.folder(of: path))
    }
    for feed in feeds {
      guard let command = command(of: feed) else { continue }
      folders += paths(of: command).flatMap(self.folders)
    }
    if let watch { return watch.watch(folders) }
    try? PrivateFolder.make(files.addresses.folder)
    watch = FolderWatch(folders, includingWrites: true) { [isChanged] in isChanged.signal() }
  }

  private func folders(of source: String) -> [String] {
    if let place = StoreNames(runEnvironment).placeOnDisk(source) { return SyncWatch.folders(of: place) }
    return FileTree.isFolder(source) ? FileTree.folders(in: source) : [Self.folder(of: source)]
  }

  private static func folder(of path: String) -> String {
    let folder = CanonicalPath.of(path).split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder)"
  }

  /// Waits for a change, and then until nothing is written, but at most half a minute; false if nothing has changed.
  private func wait(seconds: Int) -> Bool {
    guard isChanged.wait(timeout: .now() + .seconds(seconds)) == .success else { return false }
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end,
      isChanged.wait(timeout: .now() + Self.quiet) == .success
    {}
    return true
  }

  /// How long nothing must be written; with the time of an export, a change is visible within two seconds.
  private static let quiet = DispatchTimeInterval.milliseconds(1500)
}
