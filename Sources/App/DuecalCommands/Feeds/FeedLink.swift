import DuecalConfiguration
import ExactText
import StoreAccess
import WebAddresses

/// The address of a feed, as a person enters it in a program.
enum FeedLink {
  /// The address on this machine, by `[serve]` of the configuration; only the path if the server listens at a socket.
  static func text(of name: String, _ token: FeedToken, _ runEnvironment: RunEnvironment) -> String
  {
    let server = runEnvironment.configuration.server
    let path = "/feeds/\(token.text)/\(CalendarAddress.encoded(name.utf8)).ics"
    return "\(start(server.address ?? .usual))\(server.prefix ?? "")\(path)"
  }

  private static func start(_ address: ServerSettings.Address) -> String {
    switch address {
    case .host: "http://\(address.text)"
    case .socket: ""
    }
  }
}
