import ArgumentParser
import ExactText

/// What a command's options say of how stores are opened.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Wait for servers so many seconds in all. By default each answer may take 30, and all of them an hour.
      """, valueName: "seconds"))
  var timeout: Int?

  @Flag(help: "Change also items on a server that others are invited to.")
  var allowScheduling = false

  /// What of them is for calendars.
  var network: NetworkOptions {
    var options = NetworkOptions()
    options.timeout = timeout
    return options
  }

  func validate() throws { try NetworkOptions.check(timeout) }
}
