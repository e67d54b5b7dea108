import ArgumentParser
import DuecalConfiguration
import ExactText
import StoreAccess

/// `duecal feed list`.
struct FeedListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the feeds of the configuration, and since when each has an address.",
    discussion: """
      The addresses themselves are not shown, because only hashes of them are kept.

      Examples:
        duecal feed list
        duecal feed list --json
      """)

  @Flag(help: .json)
  var json = false

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let files = try FeedFiles.found(runEnvironment)
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .error)
    let rows = Self.rows(try files.read(&messages), runEnvironment.configuration.feeds)
    if json {
      JSONWriter.print(ReportJSON("feeds", rows, messages: messages.reported))
    } else {
      let width = min(60, rows.map { $0.name.count }.max() ?? 0)
      for row in rows { Output.standard.print(row.line(width).visible) }
    }
  }

  /// The feeds of the configuration, and then the addresses of others.
  private static func rows(
    _ addresses: [FeedAddress], _ feeds: [Configuration.Feed]
  ) -> [FeedRow] {
    let known = feeds.map { feed in
      FeedRow(
        name: feed.name, isConfigured: true,
        made: addresses.first { $0.name.utf8.elementsEqual(feed.name.utf8) }?.made)
    }
    let names = ExactSet(feeds.map(\.name))
    return known
      + addresses.filter { !names.contains($0.name) }.map { address in
        FeedRow(name: address.name, isConfigured: false, made: address.made)
      }
  }
}

/// A feed in the form in which it is shown.
private struct FeedRow: JSONValue {
  let name: String
  let isConfigured: Bool
  /// When it got its address; nil without one.
  let made: String?

  func line(_ width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, width - name.count))
    let address = made.map { "has an address since \($0.prefix { $0 != "T" })" } ?? "has no address"
    return "\(name)\(blanks)  \(address)\(isConfigured ? "" : ", and is not in the configuration")"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("address", made)
      json.member("configured", isConfigured)
      json.member("name", name)
    }
  }
}
