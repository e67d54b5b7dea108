import ExactText

/// A kind of store, as the addresses of its stores have it.
public struct StoreKind: Hashable, Sendable {
  /// What an address names.
  public enum Location: Hashable, Sendable {
    /// Nothing: the store ends with the process.
    case process
    /// A file or a folder.
    ///
    /// - Parameters:
    ///   - to: What it is, in words: `folder`.
    ///   - usual: The path below the person's data folder that is meant where an address has none; nil if it
    ///     needs one.
    case path(to: String, usual: String?)
    /// A server that is asked over HTTP, by this scheme of the web.
    case server(scheme: String)
  }

  /// What stands before the first colon of its addresses: `vdir`.
  public let scheme: String
  /// What follows the colon.
  public let location: Location

  /// Creates a kind.
  public init(scheme: String, location: Location) {
    self.scheme = scheme
    self.location = location
  }

  /// Servers of CalDAV, asked over TLS.
  ///
  /// `duecal-net` opens them.
  public static let calDAV = StoreKind(scheme: "caldav+https", location: .server(scheme: "https"))
  /// Servers of CalDAV, asked without TLS.
  public static let openCalDAV = StoreKind(scheme: "caldav+http", location: .server(scheme: "http"))
}

extension StoreKind {
  /// True for stores in a file or a folder.
  package var isOfFile: Bool {
    if case .path = location { true } else { false }
  }

  /// The path below the person's data folder of the store that nobody has to name; nil if it has none.
  package var usualPath: String? {
    if case .path(_, let usual) = location { usual } else { nil }
  }

  /// How its addresses are written, for messages; nil where none is offered.
  package var form: String? {
    switch location {
    case .process: "\(scheme):"
    case .path: "\(scheme):PATH"
    case .server(let web): web == "http" ? nil : "\(scheme)://HOST/PATH"
    }
  }
}
