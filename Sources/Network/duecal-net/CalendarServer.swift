import CalDAVServer
import CalendarStores
import HTTPServing
import StoreAccess
import WebServer

/// Serves a store over CalDAV.
struct CalendarServer: StoreServer {
  func serve(
    _ store: any CalendarStore, _ settings: ServerSettings,
    began: @escaping @Sendable (Int?) -> Void
  ) async throws {
    var served = CalDAVServer.Settings(user: settings.user)
    served.prefix = settings.prefix
    served.state = settings.state
    served.allowsListRemoval = settings.allowsListRemoval
    served.zone = settings.zone
    let calendars = try CalDAVServer(store, served)
    let server = WebServer(
      settings, Passwords(path: settings.passwords),
      routes: ServedRoutes { await calendars.answer($0) })
    try await server.run(began: began)
  }

  func people(in file: String) -> [String] { Passwords(path: file).names }

  func set(_ password: String, of name: String, in file: String) throws {
    try Passwords(path: file).set(password, of: name)
  }
}
