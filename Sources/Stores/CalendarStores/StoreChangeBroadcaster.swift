import Synchronization

/// What changed in a store.
public enum StoreChange: Hashable, Sendable {
  /// Lists were made, renamed or removed.
  case lists
  /// Items of a list were made, changed or removed.
  case items(ItemList.ID, Set<ItemRef>)
  /// Too much to say: whoever needs to know reads again.
  case everything
}

/// The changes of a store as they happen, for as many listeners as there are.
///
/// The stream of a listener that is a thousand changes behind ends: it reads again, and listens anew.
public final class StoreChangeBroadcaster: Sendable {
  private struct Listeners {
    var last = 0
    var all: [Int: AsyncStream<StoreChange>.Continuation] = [:]
  }

  private let listeners = Mutex(Listeners())
  /// How many changes wait for a listener.
  private static let most = 1000

  /// Creates changes that nobody listens to.
  public init() {}

  /// Begins to listen; what happened before is not told.
  public func stream() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: StoreChange.self, bufferingPolicy: .bufferingOldest(Self.most))
    let number = listeners.withLock { listeners in
      listeners.last += 1
      listeners.all[listeners.last] = continuation
      return listeners.last
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Tells all listeners.
  public func send(_ change: StoreChange) {
    for (_, listener) in listeners.withLock({ $0.all }) {
      if case .dropped = listener.yield(change) { listener.finish() }  // what it has is told still
    }
  }

  private func remove(_ number: Int) {
    _ = listeners.withLock { $0.all.removeValue(forKey: number) }
  }
}
