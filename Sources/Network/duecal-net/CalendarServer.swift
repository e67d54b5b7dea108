import CalDAVServer
import CalendarStores
import CalendarSync
import FeedServer
import HTTPServing
import StoreAccess
import WebServer

/// Serves a store over CalDAV, and feeds at secret addresses.
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
    let whole = (store as? ChosenStore)?.whole ?? store
    served.patience = whole is any LineStore ? .seconds(30) : .zero
    let calendars = try await CalDAVServer(store, served)
    try await calendars.prepare()
    let feeds = settings.feeds.map { FeedServer($0, prefix: settings.prefix) }
    let server = WebServer(
      settings, Passwords(path: settings.passwords),
      routes: ServedRoutes(open: { feeds?.answer($0) }, own: { await calendars.answer($0) }))
    try await server.run(began: began)
  }

  func people(in file: String) -> [String] { Passwords(path: file).names }

  func set(_ password: String, of name: String, in file: String) throws {
    try Passwords(path: file).set(password, of: name)
  }
}
