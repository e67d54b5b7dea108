import Diagnostics
import StoreAccess
import Synchronization
import WebAddresses

/// The network for commands: the fetchers that the executable was built with, or the executable `duecal-net` in the
/// same folder.
enum CalendarNetwork {
  private static let fetchers = Mutex(CalendarFetchers.none)

  /// Sets the fetchers that the executable was built with; call it before any command runs.
  static func use(_ known: CalendarFetchers) {
    fetchers.withLock { $0 = known }
  }

  private static let server = Mutex<(any StoreServer)?>(nil)

  /// Sets the server that the executable was built with.
  static func use(_ known: (any StoreServer)?) { server.withLock { $0 = known } }

  /// The server; if this executable has none, it replaces the process with `duecal-net` and the same arguments.
  static func serving() throws(ExitStatus) -> any StoreServer {
    if let known = server.withLock(\.self) { return known }
    throw becomeNetwork(for: "serve", "a server is run by")
  }

  /// Ensures that the addresses among the sources of a command can be read.
  ///
  /// Call it before anything else: if there are addresses and this executable has no network, it replaces the process
  /// with `duecal-net` and the same arguments.
  static func prepare(for sources: [String]) throws(ExitStatus) {
    guard let source = sources.first(where: { CalendarAddress.isOne($0) }) else { return }
    guard fetchers.withLock({ $0.isEmpty }) else { return }
    throw becomeNetwork(for: CalendarAddress.shown(source), "calendars on a network are read by")
  }

  /// Ensures that stores can be opened, in the same way as `prepare(for:)` for addresses.
  static func prepare(for stores: [StorePlace]) throws(ExitStatus) {
    let unknown = stores.first { StoreRegistry.opener(ofScheme: $0.address.scheme) == nil }
    guard let unknown else { return }
    throw becomeNetwork(for: unknown.name, "stores on a network are opened by")
  }

  /// Replaces the process with `duecal-net`; if that fails, reports it and returns the exit status.
  private static func becomeNetwork(for source: String, _ purpose: String) -> ExitStatus {
    NetworkExecutable.becomeIt()
    Output.error.print(
      "duecal: \(source.visible): \(purpose) duecal-net, which is not installed; install it beside "
        + "duecal (`make net` builds it)")
    return .unavailable
  }

  /// Fetches the calendar at an address.
  ///
  /// - Parameter text: The address as it was given, for which `CalendarAddress.isOne` is true.
  static func fetch(
    _ text: String, validators: FetchValidators? = nil, byteLimit: Int, time: NetworkTime
  ) -> FetchResult {
    guard let seconds = time.left else { return .failed(.outOfTime) }
    do throws(AddressError) {
      let address = try CalendarAddress(text)
      guard let fetcher = fetchers.withLock({ $0.fetcher(ofScheme: address.scheme) }) else {
        return .failed(
          FetchFailure(.configuration, "this duecal cannot read \(address.scheme)://"))
      }
      return fetcher.fetch(
        FetchRequest(
          address, validators: validators, byteLimit: byteLimit, timeout: seconds,
          agent: "duecal/\(DuecalVersion.number)"))
    } catch {
      return .failed(FetchFailure(.configuration, "this is not an address: \(error)"))
    }
  }
}
