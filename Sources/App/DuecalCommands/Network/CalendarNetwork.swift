import Diagnostics
import StoreAccess
import Synchronization
import WebAddresses

/// The network as the commands see it: what the executable was built with, or `duecal-net` beside it.
enum CalendarNetwork {
  private static let fetchers = Mutex(CalendarFetchers.none)

  /// Sets what the executable was built with, before any command runs.
  static func use(_ known: CalendarFetchers) {
    fetchers.withLock { $0 = known }
  }

  /// Sees to it that the addresses among the sources of a command can be read.
  ///
  /// To be called before anything else is done: where there are addresses and this executable opens no
  /// socket, the process becomes `duecal-net` here, with the same arguments.
  static func prepare(for sources: [String]) throws(ExitStatus) {
    guard let source = sources.first(where: { CalendarAddress.isOne($0) }) else { return }
    guard fetchers.withLock({ $0.isEmpty }) else { return }
    throw becomeNetwork(for: CalendarAddress.shown(source), "calendars on a network are read by")
  }

  /// Sees to it that stores can be opened, as `prepare(for:)` does.
  static func prepare(for stores: [StorePlace]) throws(ExitStatus) {
    let unknown = stores.first { StoreRegistry.opener(ofScheme: $0.address.scheme) == nil }
    guard let unknown else { return }
    throw becomeNetwork(for: unknown.name, "stores on a network are opened by")
  }

  /// Becomes `duecal-net`; comes back with the status of a run without it, which is said.
  private static func becomeNetwork(for source: String, _ purpose: String) -> ExitStatus {
    NetworkExecutable.becomeIt()
    Output.error.print(
      "duecal: \(source.visible): \(purpose) duecal-net, which is not here; install it beside duecal "
        + "(`make net` builds it)")
    return .unavailable
  }

  /// Brings the calendar behind an address.
  ///
  /// - Parameter text: The address as it was given, for which `CalendarAddress.isOne` is true.
  static func fetch(
    _ text: String, validators: FetchValidators? = nil, byteLimit: Int, time: NetworkTime
  ) -> FetchAnswer {
    guard let seconds = time.left else { return .failed(.outOfTime) }
    do throws(AddressError) {
      let address = try CalendarAddress(text)
      guard let fetcher = fetchers.withLock({ $0.fetcher(ofScheme: address.scheme) }) else {
        return .failed(
          FetchFailure(.configuration, "this duecal reads nothing from \(address.scheme)://"))
      }
      return fetcher.fetch(
        FetchRequest(
          address, validators: validators, byteLimit: byteLimit, timeout: seconds,
          agent: "duecal/\(DuecalVersion.number)"))
    } catch {
      return .failed(FetchFailure(.configuration, "it is no address: \(error)"))
    }
  }
}
