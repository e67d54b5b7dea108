import ExactText
import Synchronization

/// The one list of all kinds of stores: those of this machine, and those that the executable registers.
///
/// Nothing else knows a scheme. A new kind is an opener in `StoreOpeners.local`, or one that is registered.
package enum StoreRegistry {
  private static let registered = Mutex(StoreOpeners.none)
  /// Kinds whose addresses are understood also where their opener is in another executable.
  private static let servers: [StoreKind] = [.calDAV, .openCalDAV]

  /// Adds openers, before any command runs.
  ///
  /// An opener replaces an earlier registered one of its scheme; the schemes of this machine's stores
  /// cannot be replaced.
  package static func register(_ openers: StoreOpeners) {
    registered.withLock { known in
      let others = known.all.filter { openers.opener(ofScheme: $0.kind.scheme) == nil }
      known = StoreOpeners(others + openers.all)
    }
  }

  /// The opener of a scheme; nil for one of a network that this executable knows nothing of.
  package static func opener(ofScheme scheme: String) -> (any StoreOpener)? {
    StoreOpeners.local.opener(ofScheme: scheme)
      ?? registered.withLock { $0.opener(ofScheme: scheme) }
  }

  /// All kinds, those of this machine first.
  package static var kinds: [StoreKind] {
    let known = StoreOpeners.local.all.map(\.kind) + servers
    return known + registered.withLock(\.all).map(\.kind).filter { !known.contains($0) }
  }

  /// The kind of a scheme; nil for one that is no store's.
  package static func kind(ofScheme scheme: String) -> StoreKind? {
    kinds.first { $0.scheme == scheme }
  }

  /// The kind of the store that nobody has to name.
  package static var usual: StoreKind? { kinds.first { $0.usualPath != nil } }
}
