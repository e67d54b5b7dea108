import ArgumentParser
import ExactText

/// The options for opening stores.
struct StoreOptions: ParsableArguments {
  @Option(help: .timeout)
  var timeout: Int?

  @Flag(help: "Also change items on a server to which others are invited.")
  var allowScheduling = false

  /// The time limits for servers.
  var time: NetworkTime { NetworkTime(timeout) }

  func validate() throws { try NetworkTime.check(timeout) }
}
