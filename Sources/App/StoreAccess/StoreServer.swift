package import CalendarStores

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
