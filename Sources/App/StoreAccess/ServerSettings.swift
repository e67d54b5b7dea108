import ExactText
package import TaskDates

/// The settings of a server.
package struct ServerSettings: Sendable {
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
  /// Whether a proxy passes requests on, and names who sent them.
  package var isBehindProxy = false
  /// The zone of times that name none.
  package var zone = Zone.utc
  /// The feeds at secret addresses; nil for none.
  package var feeds: (any PublishedFeeds)?
  /// What is logged, and how.
  package var log: ServerLog

  /// Creates settings.
  package init(
    at address: Address, user: String, passwords: String, state: String, log: ServerLog
  ) {
    self.address = address
    self.user = user
    self.passwords = passwords
    self.state = state
    self.log = log
  }

  // MARK: Values

  /// A prefix of paths without a slash at its end; nil if the text is not a path.
  package static func prefix(_ text: String) -> String? {
    let isPath = text.isEmpty || text.hasPrefix("/")
    guard isPath, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"?#".utf8.contains($0) })
    else { return nil }
    return text.lastIndex { $0 != "/" }.map { String(text[...$0]) } ?? ""
  }

  /// True for a name that a client can give: without a colon, which ends it there, and without a slash; paths that begin
  /// with `feeds` are those of feeds.
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.utf8.elementsEqual("feeds".utf8)
      && name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !":/".utf8.contains($0) }
  }

  /// What a name has to be, for messages.
  package static let expectedName = "a name without spaces, : and /, other than feeds"
}

/// What a server logs to standard error: a line for each request.
package struct ServerLog: Sendable {
  /// The form of a line.
  package enum Form: String, CaseIterable, Sendable {
    /// Words and `key=value`.
    case text
    /// An object.
    case json
  }

  /// The form of its lines.
  package var form: Form
  /// Whether only warnings are logged.
  package var isQuiet: Bool
  /// The clock of its times.
  package var now: @Sendable () -> Instant

  /// Creates the settings of a log.
  package init(
    _ form: Form = .text, isQuiet: Bool = false, now: @escaping @Sendable () -> Instant
  ) {
    (self.form, self.isQuiet, self.now) = (form, isQuiet, now)
  }
}
