import ArgumentParser
import Diagnostics
import DuecalConfiguration
import ExactText
import StoreAccess
import UserFiles

/// `duecal feed revoke`.
struct FeedRevokeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Make the secret address of a feed invalid, at once.",
    discussion: """
      Whoever asks at the address gets the answer to an address that never was. The feed stays in the configuration, and \
      keeps its calendar: duecal feed add gives it another address, with the same items.

      Examples:
        duecal feed revoke calls
      """)

  @Argument(help: "The name of the feed.", completion: FeedCompletion.addressed)
  var name: String

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let files = try FeedFiles.found(runEnvironment)
    var messages = Messages(verbosity, runEnvironment)
    let names = try files.read(&messages).map(\.name)
    guard names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
      let known = NearestName.of(name, in: names) ?? names.joined(separator: ", ")
      throw ValidationError(
        "the feed \(name.quoted) has no address; expected \(known.isEmpty ? "one that duecal feed list shows" : known)"
      )
    }
    do { try files.addresses.remove(name) } catch {
      messages.reportUnwritable(error)
      throw messages.status
    }
    messages.log("\(name.quoted): the address is revoked")
  }
}

/// Offers the names of feeds that have an address.
enum FeedCompletion {
  /// The names.
  static let addressed = CompletionKind.words { _ in
    guard let runEnvironment = try? RunEnvironment.current(),
      let addresses = try? FeedFiles(runEnvironment)?.addresses.read()
    else { return [] }
    return addresses.map(\.name)
  }
}
