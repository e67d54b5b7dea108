package import CalendarStores
import Synchronization

/// Sends each change once to the listeners, whoever detects it first.
package final class RevisionBroadcaster: Sendable {
  private let broadcaster = StoreChangeBroadcaster()
  private let last: Mutex<Int>

  /// - Parameter last: The revision of the last change, which is not sent.
  package init(since last: Int) {
    self.last = Mutex(last)
  }

  /// The revision of the last change that was sent.
  package var seen: Int { last.withLock(\.self) }

  /// The changes from now on.
  package func changes() -> AsyncStream<StoreChange> { broadcaster.stream() }

  /// Sends later changes to a mailbox.
  package func report(to mailbox: StoreChangeMailbox) { broadcaster.report(to: mailbox) }

  /// Sends the changes since `seen`, unless they were sent meanwhile.
  package func notify(_ changes: ChangesSinceRevision) {
    let isNew = last.withLock { seen in
      defer { seen = max(seen, changes.last) }
      return seen < changes.last
    }
    if isNew { changes.changes.forEach(broadcaster.send) }
  }
}
