import ExactText

/// A kind of store, described by its addresses.
package struct StoreKind: Hashable, Sendable {
  /// What an address names.
  package enum Location: Hashable, Sendable {
    /// Nothing: the store exists only while the process runs.
    case process
    /// A file or a folder.
    ///
    /// - Parameters:
    ///   - to: What the path leads to, in words: `folder`.
    ///   - usual: The default path below the person's data folder; nil if an address needs a path.
    case path(to: String, usual: String?)
    /// A server that is reached over HTTP, with this URL scheme.
    case server(scheme: String)
  }

  /// The part of its addresses before the first colon: `vdir`.
  package let scheme: String
  /// What the part after the colon names.
  package let location: Location

  /// Creates a kind.
  package init(scheme: String, location: Location) {
    self.scheme = scheme
    self.location = location
  }

  /// Task files.
  package static let taskFiles = StoreKind(
    scheme: "tasks", location: .path(to: "task file or folder", usual: nil))
  /// CalDAV servers with TLS.
  ///
  /// `duecal-net` opens them.
  package static let calDAV = StoreKind(scheme: "caldav+https", location: .server(scheme: "https"))
  /// CalDAV servers without TLS.
  package static let openCalDAV = StoreKind(
    scheme: "caldav+http", location: .server(scheme: "http"))
}

extension StoreKind {
  /// True for stores in a file or a folder.
  package var isOfFile: Bool {
    if case .path = location { true } else { false }
  }

  /// The path of the default store below the person's data folder; nil if this kind has none.
  package var usualPath: String? {
    if case .path(_, let usual) = location { usual } else { nil }
  }

  /// The form of its addresses, for messages; nil if none is offered.
  package var form: String? {
    switch location {
    case .process: "\(scheme):"
    case .path: "\(scheme):PATH"
    case .server(let web): web == "http" ? nil : "\(scheme)://HOST/PATH"
    }
  }
}
