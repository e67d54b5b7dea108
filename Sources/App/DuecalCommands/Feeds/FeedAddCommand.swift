import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import LineCodec
import StoreAccess
import TaskDates
import TaskText
import UserFiles

/// `duecal feed add`.
struct FeedAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Give a feed a secret address, and print it.",
    discussion: """
      The feed is [feed.NAME] of the configuration. If there is none, it is added there, with the files and options of \
      this command. The address is shown only now, because only a hash of it is kept. duecal serve publishes the \
      feed two seconds after each change of its files.

      Examples:
        duecal feed add tasks
        duecal feed add work --project Work --as event
        duecal feed add open home.taskpaper --where 'not @done'
      """)

  @Argument(help: "The name of the feed, which is in its address.")
  var name: String

  @Option(
    help: ArgumentHelp(
      "Go on with this calendar that duecal export wrote: items keep their UIDs.",
      valueName: "file"), completion: .file(extensions: ["ics"]))
  var from: String?

  @OptionGroup(title: "Which tasks, and as what") var shape: ShapeOptions
  @OptionGroup(title: "Which tasks, and as what") var withheld: WithheldOptions
  @OptionGroup(title: "Which tasks, and as what") var condition: WhereOptions
  @OptionGroup(title: "How it is written") var appearance: AppearanceOptions
  @OptionGroup var sources: SourceOptions
  @OptionGroup(title: "Which files, and how they are read") var zones: ZoneOptions
  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if let fault = FeedName.fault(of: name) { throw ValidationError("\(name.quoted) \(fault)") }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let files = try FeedFiles.found(runEnvironment)
    var messages = Messages(verbosity, runEnvironment)
    try refuseSecondAddress(files, &messages)
    let known = runEnvironment.configuration.feeds.first { $0.name.utf8.elementsEqual(name.utf8) }
    let feed = try known.map(checked) ?? table(runEnvironment)
    let takeover = try from.map { path in
      try FeedTakeover(
        of: path, as: files.calendar(of: feed), isPrivate: feed.file == nil, &messages)
    }
    if known == nil { try add(feed, runEnvironment, &messages) }
    try takeover?.carryOut(runEnvironment, &messages)
    let token = FeedToken()
    let address = FeedAddress(
      name: name, digest: token.digest, made: "\(runEnvironment.now.utc?.iso ?? "")Z")
    do { try files.addresses.add(address) } catch {
      messages.reportUnwritable(error)
      throw messages.status
    }
    Output.standard.print(FeedLink.text(of: name, token, runEnvironment).visible)
    try messages.status.throwUnlessDone()
  }

  private func refuseSecondAddress(_ files: FeedFiles, _ messages: inout Messages) throws {
    let addresses = try files.read(&messages)
    guard addresses.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return }
    messages.fail(
      "the feed \(name.quoted) has an address; expected another name, or duecal feed revoke before",
      .refused)
    throw messages.status
  }

  // MARK: The feed

  /// A feed of the configuration, if it can have an address.
  private func checked(_ feed: Configuration.Feed) throws -> Configuration.Feed {
    guard options.isEmpty, sources.given.isEmpty else {
      throw ValidationError(
        "the configuration has [feed.\(name)] with its files and options; expected none here, or another name"
      )
    }
    guard !feed.isSplit else {
      throw ValidationError(
        "feed.\(name): with split it is several calendars, and an address is that of one; expected another feed"
      )
    }
    return feed
  }

  /// A new feed of these arguments.
  private func table(_ runEnvironment: RunEnvironment) throws -> Configuration.Feed {
    var feed = Configuration.Feed(name: name)
    feed.options = options
    guard !sources.given.isEmpty else {
      _ = try DefaultSources.paths([], runEnvironment)
      return feed
    }
    let names = StoreNames(runEnvironment)
    feed.sources = try sources.given.map { text in
      guard text != "-" else {
        throw ValidationError("standard input ends, and a feed goes on; expected files or folders")
      }
      return names.isOne(text) ? text : CanonicalPath.absolute(text)
    }
    return feed
  }

  /// The options as keys of the configuration.
  private var options: [Configuration.Feed.Option] {
    var options = FeedOptionList()
    options.add("as", shape.profile == .auto ? nil : shape.profile.rawValue)
    options.add("project", shape.filter.project)
    options.add("tag", shape.filter.tag)
    options.add("where", condition.queries)
    options.add("search", condition.search)
    options.add("done", shape.done)
    options.add("undated", shape.undated?.rawValue)
    options.add("archive", isSet: withheld.archive)
    options.add("imported", isSet: withheld.imported)
    options.add("class", withheld.classes)
    appearance.add(to: &options)
    options.add("zone", zones.zone)
    options.add("extension", sources.reading.extensions)
    options.add("dialect", sources.reading.dialect?.rawValue)
    return options.all
  }

  private func add(
    _ feed: Configuration.Feed, _ runEnvironment: RunEnvironment, _ messages: inout Messages
  ) throws {
    guard let file = ConfigurationFile(runEnvironment.environment) else {
      throw ValidationError(
        "DUECAL_CONFIG turns the configuration off; expected a configuration, where a feed has its options"
      )
    }
    do throws(ConfigurationAdditionError) {
      try file.add(feed, home: runEnvironment.environment.home)
    } catch .file(let error) {
      messages.reportUnwritable(error)
      throw messages.status
    } catch .fault(let fault) {
      messages.report(fault, file: file.path)
      throw ExitStatus.configuration
    }
  }
}
