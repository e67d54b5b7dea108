import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess

/// The option for the feeds of the configuration.
struct NamedFeedOptions: ParsableArguments {
  @Option(
    name: .customLong("feed"),
    help: ArgumentHelp(
      "Write this feed of the configuration (may be repeated); without arguments all of them are written.",
      valueName: "name"))
  var names: [String] = []
}

/// The feeds of the configuration that a run writes, one after the other; an error of one does not stop the others.
struct ConfiguredFeeds {
  private let command: ExportCommand
  private let runEnvironment: RunEnvironment
  private let feeds: [Configuration.Feed]

  /// Finds the feeds; nil if the arguments ask for an export of their own.
  ///
  /// - Throws: `ValidationError` if there is no such feed, or if other arguments would change it.
  init?(_ command: ExportCommand, _ runEnvironment: RunEnvironment) throws {
    self.command = command
    self.runEnvironment = runEnvironment
    let all = runEnvironment.configuration.feeds
    let names = command.named.names
    if names.isEmpty {
      guard command.choosesNothing, !command.form.json, !all.isEmpty else { return nil }
      feeds = all
    } else {
      guard command.choosesNothing else {
        throw ValidationError(
          "--feed: the configuration has the files and options of a feed; expected none here but --dry-run, "
            + "--exit-code, --allow-empty, --json, -q and -v")
      }
      guard names.count == 1 || !command.form.json else {
        throw ValidationError("--json: expected one --feed")
      }
      feeds = try names.map { try Self.feed(named: $0, in: all) }
    }
  }

  private static func feed(
    named name: String, in all: [Configuration.Feed]
  ) throws -> Configuration.Feed {
    if let feed = all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return feed }
    let known = all.map(\.name)
    let expected =
      NearestName.of(name, in: known)
      ?? (known.isEmpty ? "a table [feed.NAME]" : known.joined(separator: ", "))
    throw ValidationError(
      "--feed: the configuration has no feed \(name.quoted); expected \(expected)")
  }

  /// Writes the feeds.
  func export(_ messages: inout Messages) {
    messages.reportEachOnce()
    for feed in feeds {
      messages.subject = "feed.\(feed.name): "
      do {
        guard let file = try file(of: feed, &messages) else { continue }
        try command(of: feed, writing: file).write(runEnvironment, &messages)
      } catch let status as ExitStatus {
        messages.note(status)
      } catch let error as ValidationError {
        messages.fail(error.message, .configuration)
      } catch {
        messages.fail(ExportCommand.message(for: error), .configuration)
      }
    }
    messages.subject = ""
  }

  /// The file of a feed; nil, after a report, for one that nobody reads.
  private func file(
    of feed: Configuration.Feed, _ messages: inout Messages
  ) throws(ExitStatus) -> String? {
    if let file = feed.file { return file }
    if let files = FeedFiles(runEnvironment), FeedName.fault(of: feed.name) == nil,
      try files.read(&messages).contains(where: { $0.name.utf8.elementsEqual(feed.name.utf8) })
    {
      let file = files.calendar(of: feed)
      if !command.dry.dryRun { files.makePrivate(file) }
      return file
    }
    let sentence =
      "the feed has neither a file nor an address; expected file = \"~/www/tasks.ics\" in the configuration, or "
      + "duecal feed add"
    if command.named.names.isEmpty {
      messages.warn(sentence)
    } else {
      messages.fail(sentence, .configuration)
    }
    return nil
  }

  /// The export of a feed, with the options of this run that do not change it.
  private func command(
    of feed: Configuration.Feed, writing file: String
  ) throws -> ExportCommand {
    var own = try ExportCommand.parse(feed.arguments(writing: file))
    own.dry = command.dry
    own.verbosity = command.verbosity
    own.form.json = command.form.json
    if command.form.allowEmpty { own.form.allowEmpty = true }
    return own
  }

  /// The reason why a feed cannot be exported, whatever its files contain; nil if it can.
  static func fault(of feed: Configuration.Feed) -> String? {
    do {
      // A feed without a file has one in the state.
      _ = try ExportCommand.parse(feed.arguments(writing: feed.file ?? "feed.ics"))
      return nil
    } catch {
      return ExportCommand.message(for: error)
    }
  }
}
