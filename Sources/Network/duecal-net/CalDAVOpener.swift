import CalDAVStore
import CalendarStores
import DuecalCommands
import StoreAccess

/// Opens stores on CalDAV servers.
struct CalDAVOpener: StoreOpener {
  let kind: StoreKind

  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore {
    guard let server = request.address.server else {
      throw .unavailable("\(request.address) names no server")
    }
    var settings = CalDAVStore.Settings(agent: request.agent)
    settings.timeout = request.timeout
    settings.end = request.end
    settings.mirror = "\(request.cacheFolder)/mirror.sqlite"
    settings.allowsScheduling = request.allowsScheduling
    settings.zones = request.zones
    // The commands have required TLS, unless the configuration allows otherwise.
    settings.allowsOpenPassword = true
    return try await CalDAVStore.open(
      server, request.password(), settings: settings, now: request.now)
  }
}

extension StoreOpeners {
  /// The openers for the network.
  static func ofNetwork() -> StoreOpeners {
    StoreOpeners([CalDAVOpener(kind: .calDAV), CalDAVOpener(kind: .openCalDAV)])
  }
}
