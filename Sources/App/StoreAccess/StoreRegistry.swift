import CalendarStores
import Synchronization
import WebAddresses

/// The stores that this executable can open: those of this machine, and those of the network that it was
/// built with.
package enum StoreRegistry {
  private static let network = Mutex(StoreOpeners.none)

  /// Sets what the executable was built with, before any command runs.
  package static func use(_ openers: StoreOpeners) {
    network.withLock { $0 = openers }
  }

  /// The opener of a scheme; nil for one of a network that this executable knows nothing of.
  package static func opener(ofScheme scheme: String) -> (any StoreOpener)? {
    StoreOpeners.local.opener(ofScheme: scheme)
      ?? network.withLock { $0.opener(ofScheme: scheme) }
  }
}
