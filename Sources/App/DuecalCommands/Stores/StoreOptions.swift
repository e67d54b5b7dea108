import ArgumentParser
import ExactText

/// The options for opening stores.
struct StoreOptions: ParsableArguments {
  @Option(help: .timeout)
  var timeout: Int?

  @Flag(help: "Also change items on a server to which others are invited.")
  var allowScheduling = false

  /// The options of these that also apply to calendars.
  var network: NetworkOptions {
    var options = NetworkOptions()
    options.timeout = timeout
    return options
  }

  func validate() throws { try NetworkOptions.check(timeout) }
}
