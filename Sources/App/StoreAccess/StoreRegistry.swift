import ExactText
import Synchronization

/// The registry of all kinds of stores: the local ones, and those that the executable registers.
///
/// No other code knows a scheme. To add a kind, add an opener to `StoreOpeners.local`, or register one.
package enum StoreRegistry {
  private static let registered = Mutex(StoreOpeners.none)
  /// The kinds whose addresses are understood even if their opener is in another executable.
  private static let servers: [StoreKind] = [.calDAV, .openCalDAV]

  /// Adds openers; call it before any command runs.
  ///
  /// An opener replaces the registered one of the same scheme; the openers of local stores cannot be replaced.
  package static func register(_ openers: StoreOpeners) {
    registered.withLock { known in
      let others = known.all.filter { openers.opener(ofScheme: $0.kind.scheme) == nil }
      known = StoreOpeners(others + openers.all)
    }
  }

  /// The opener of a scheme; nil for a network scheme for which this executable has none.
  package static func opener(ofScheme scheme: String) -> (any StoreOpener)? {
    StoreOpeners.local.opener(ofScheme: scheme)
      ?? registered.withLock { $0.opener(ofScheme: scheme) }
  }

  /// All kinds, the local ones first.
  package static var kinds: [StoreKind] {
    let known = StoreOpeners.local.all.map(\.kind) + servers
    return known + registered.withLock(\.all).map(\.kind).filter { !known.contains($0) }
  }

  /// The kind of a scheme; nil if no kind of store has it.
  package static func kind(ofScheme scheme: String) -> StoreKind? {
    kinds.first { $0.scheme == scheme }
  }

  /// The kind of the default store.
  package static var usual: StoreKind? { kinds.first { $0.usualPath != nil } }
}
