package import CalendarStores
package import TaskDates

/// Serves a store to calendar programs; only `duecal-net` has one.
package protocol StoreServer: Sendable {
  /// Serves a store until the process is asked to end.
  ///
  /// - Parameter began: Called with the port, if there is one, when the server listens.
  /// - Throws: An error that says why the server cannot begin.
  func serve(
    _ store: any CalendarStore, _ settings: ServerSettings,
    began: @escaping @Sendable (Int?) -> Void
  ) async throws

  /// The people in a file of passwords; none if there is no file.
  func people(in file: String) -> [String]

  /// Sets the password of a person in a file.
  ///
  /// - Throws: An error that says why it cannot be written.
  func set(_ password: String, of name: String, in file: String) throws
}

/// The settings of a server.
package struct ServerSettings: Sendable {
  /// Where a server listens.
  package enum Address: Sendable {
    /// A host of this machine.
    case host(String, port: Int)
    /// A Unix socket.
    case socket(String)
  }

  /// Where the server listens.
  package var address: Address
  /// The name of the person.
  package var user: String
  /// What a proxy puts before all paths.
  package var prefix = ""
  /// The file of passwords.
  package var passwords: String
  /// The file with what clients have been told.
  package var state: String
  /// Whether clients may remove lists.
  package var allowsListRemoval = false
  /// The zone of times that name none.
  package var zone = Zone.utc
  /// The feeds at secret addresses; nil for none.
  package var feeds: (any PublishedFeeds)?

  /// Creates settings.
  package init(at address: Address, user: String, passwords: String, state: String) {
    self.address = address
    self.user = user
    self.passwords = passwords
    self.state = state
  }
}
