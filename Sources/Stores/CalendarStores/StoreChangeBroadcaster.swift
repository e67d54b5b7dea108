import Synchronization

/// A change in a store.
public enum StoreChange: Hashable, Sendable {
  /// Lists were created, renamed or removed.
  case lists
  /// Items of a list were created, changed or removed; without references, the list could not be read, or can be again.
  case items(ItemList.ID, Set<ItemRef>)
  /// Too many changes to list; the listener has to read everything again.
  case everything
}

/// Sends the changes of a store to any number of listeners.
///
/// The stream of a listener that is a thousand changes late ends; the listener should read everything and listen again.
public final class StoreChangeBroadcaster: Sendable {
  private struct Listeners {
    var last = 0
    var all: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    var mailboxes: [WeakMailbox] = []
  }

  private struct WeakMailbox {
    weak var mailbox: StoreChangeMailbox?
  }

  private let listeners = Mutex(Listeners())
  /// The number of changes that are buffered for a listener.
  private static let most = 1000

  /// Creates a broadcaster without listeners.
  public init() {}

  /// Starts to listen; earlier changes are not sent.
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

  /// Sends later changes to a mailbox, as long as that exists.
  package func report(to mailbox: StoreChangeMailbox) {
    listeners.withLock { listeners in
      listeners.mailboxes.removeAll { $0.mailbox == nil }
      listeners.mailboxes.append(WeakMailbox(mailbox: mailbox))
    }
  }

  /// Sends a change to all listeners.
  public func send(_ change: StoreChange) {
    let (all, mailboxes) = listeners.withLock { ($0.all, $0.mailboxes) }
    for mailbox in mailboxes { mailbox.mailbox?.put(change) }
    for (_, listener) in all {
      if case .dropped = listener.yield(change) { listener.finish() }  // the buffer is still read
    }
  }

  private func remove(_ number: Int) {
    _ = listeners.withLock { $0.all.removeValue(forKey: number) }
  }
}
