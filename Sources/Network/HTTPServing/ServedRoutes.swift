/// What answers the requests of a server.
package struct ServedRoutes: Sendable {
  /// Answers a request that needs no password; nil for a path that belongs to the person.
  package typealias Open = @Sendable (ServedRequest) async -> ServedAnswer?
  /// Answers a request of the person, whose password was checked.
  package typealias Own = @Sendable (ServedRequest) async -> ServedAnswer

  /// Answers first, without a password.
  package var open: Open
  /// Answers all other requests.
  package var own: Own

  /// Creates routes.
  package init(open: @escaping Open = { _ in nil }, own: @escaping Own) {
    self.open = open
    self.own = own
  }
}
