import ArgumentParser
import Dispatch
import DuecalConfiguration
import ExactText
import Glibc
import StoreAccess
import UserFiles

/// Publishes the feeds that have addresses while a server runs: `duecal export`, again and again.
///
/// It looks after each change in a folder of the sources, and otherwise each minute, because not all file systems report
/// changes, and dates move on. A feed is exported when its sources have changed, and then for a while not: somebody may still
/// be writing.
struct FeedPublisher {
  private let served: ServedFeeds
  private let files: FeedFiles
  private let isChanged = DispatchSemaphore(value: 0)
  private var watch: FolderWatch?
  private var runEnvironment: RunEnvironment
  private var messages: Messages
  /// The configuration that could not be read, which is reported once.
  private var faultyConfiguration: ChangeStamp?
  private var exports: ExactDictionary<FeedExport> = [:]
  private var published: ExactDictionary<Publication> = [:]

  /// What a feed was published from, and when.
  private struct Publication {
    /// The checksum of the sources before; nil for other sources than files.
    let sources: String?
    /// The checksum of the calendar and the state after; nil if that is not certain.
    let surroundings: String?
    let time = ContinuousClock.now
  }

  /// Why the publisher looks.
  private enum Occasion {
    /// Something has changed in a folder.
    case event
    /// Nothing has happened for a while.
    case pause
  }

  /// How much is printed.
  private struct Settings: MessageSettings, Sendable {
    let level: Verbosity
    let messageColor: MessageColor?
  }

  /// How long the sources must not change before a feed is published; with all else, a change is visible within two seconds.
  private static let quiet = Duration.milliseconds(1200)
  /// The time between two looks, in microseconds.
  private static let step: UInt32 = 200_000

  /// Begins to publish, in a thread of its own, until the process ends.
  ///
  /// - Returns: The feeds for the server; nil if the environment has no folder for them.
  static func start(
    _ verbosity: some MessageSettings, _ runEnvironment: RunEnvironment
  ) -> ServedFeeds? {
    guard let files = FeedFiles(runEnvironment) else { return nil }
    let served = ServedFeeds(files.addresses)
    served.use(files.calendars(of: runEnvironment.configuration))
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
    (self.served, self.files, self.runEnvironment) = (served, files, runEnvironment)
    messages = Messages(settings, runEnvironment)
  }

  // MARK: Looks

  private mutating func run() {
    var occasion = Occasion.event
    while true {
      let feeds = currentFeeds()
      watchFolders(feeds)
      let due = feeds.filter { isDue($0, occasion) }
      if !due.isEmpty {
        waitUntilQuiet(due)
        publish(due)
      }
      Output.error.flush()
      // Other sources than files are looked at every few seconds while there are changes.
      let isHeld = occasion == .event && due.count < feeds.count && feeds.contains(where: isUnknown)
      let next = wait(seconds: isHeld || messages.status == .tryAgain ? 5 : 60)
      occasion = isHeld ? .event : next
    }
  }

  /// Waits for a change; many changes are one.
  private func wait(seconds: Int) -> Occasion {
    guard isChanged.wait(timeout: .now() + .seconds(seconds)) == .success else { return .pause }
    usleep(Self.step)
    while isChanged.wait(timeout: .now()) == .success {}
    return .event
  }

  /// Waits until sources stay as they are, but at most half a minute; not for feeds that were not published yet.
  private func waitUntilQuiet(_ feeds: [Configuration.Feed]) {
    guard feeds.allSatisfy({ published[$0.name] != nil }) else { return }
    let end = ContinuousClock.now + .seconds(30)
    var (last, since) = (feeds.map { inputs(of: $0)?.sources }, ContinuousClock.now)
    while ContinuousClock.now < end, since.duration(to: .now) < Self.quiet {
      usleep(Self.step)
      let next = feeds.map { inputs(of: $0)?.sources }
      if next != last { (last, since) = (next, .now) }
    }
  }

  private func isDue(_ feed: Configuration.Feed, _ occasion: Occasion) -> Bool {
    guard let last = published[feed.name], let inputs = inputs(of: feed) else { return true }
    if let sources = inputs.sources {
      let isSame = sources == last.sources
      return !isSame || occasion == .pause && inputs.surroundings != last.surroundings
    }
    return last.time.duration(to: .now) > (occasion == .event ? .seconds(5) : .seconds(55))
  }

  /// True for a feed that is made from other sources than files.
  private func isUnknown(_ feed: Configuration.Feed) -> Bool { inputs(of: feed)?.sources == nil }

  private func inputs(of feed: Configuration.Feed) -> FeedInputs? {
    exports[feed.name].map { FeedInputs($0, runEnvironment) }
  }

  // MARK: Publishing

  /// Exports feeds; what fails leaves the calendar as it was.
  private mutating func publish(_ feeds: [Configuration.Feed]) {
    guard var command = try? ExportCommand.parse([]) else { return }
    command.named.names = feeds.map(\.name)
    let sources = feeds.map { inputs(of: $0)?.sources }
    messages.beginNextRun()
    try? ConfiguredFeeds(command, runEnvironment)?.export(&messages)
    for (feed, sources) in zip(feeds, sources) {
      let isAgain = messages.status == .tryAgain
      published[feed.name] = Publication(
        sources: isAgain ? nil : sources, surroundings: inputs(of: feed)?.surroundings)
    }
  }

  // MARK: The configuration

  /// The feeds of the configuration that have addresses; while it has a mistake, those of the last one without.
  private mutating func currentFeeds() -> [Configuration.Feed] {
    readConfiguration()
    let names = ExactSet(served.addresses().map(\.name))
    let feeds = runEnvironment.configuration.feeds.filter { names.contains($0.name) }
    exports = ExactDictionary(
      feeds.compactMap { feed in
        FeedExport.of(feed, writing: files.calendar(of: feed), exports[feed.name])
          .map { (feed.name, $0) }
      }
    ) { $1 }
    return feeds
  }

  private mutating func readConfiguration() {
    let path = ConfigurationFile(runEnvironment.environment)?.path
    let stamp = path.flatMap { ChangeStamp(path: $0) }
    if stamp == nil || stamp != faultyConfiguration {
      if let current = try? RunEnvironment.current() {
        (runEnvironment, faultyConfiguration) = (current, nil)
        return served.use(files.calendars(of: current.configuration))
      }
      faultyConfiguration = stamp
      Output.error.flush()
    }
    runEnvironment = runEnvironment.at(RunningTime(runEnvironment).now)
  }

  /// Watches the folders of the sources, the configuration and the table of addresses.
  private mutating func watchFolders(_ feeds: [Configuration.Feed]) {
    let file = ConfigurationFile(runEnvironment.environment)?.path
    let folders =
      [files.addresses.folder] + (file.map { [CanonicalPath.folder(of: $0)] } ?? [])
      + feeds.flatMap { inputs(of: $0)?.folders ?? [] }
    if let watch { return watch.watch(folders) }
    try? PrivateFolder.make(files.addresses.folder)
    watch = FolderWatch(folders, includingWrites: true) { [isChanged] in isChanged.signal() }
  }
}
