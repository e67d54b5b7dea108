import ArgumentParser
import ExactText

/// What a command's options say of how stores are opened.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Give up on a request to a server after so many seconds.", valueName: "seconds"))
  var timeout = 30

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
