import ExactText
import WebAddresses

/// The address of a feed, as a person enters it in a program.
enum FeedLink {
  /// The address on this machine.
  static func text(of name: String, _ token: FeedToken, _ runEnvironment: RunEnvironment) -> String {
    "\(base(runEnvironment))feeds/\(token.text)/\(CalendarAddress.encoded(name.utf8)).ics"
  }

  /// The address of the server.
  private static func base(_ runEnvironment: RunEnvironment) -> String { "http://127.0.0.1:5233/" }
}
