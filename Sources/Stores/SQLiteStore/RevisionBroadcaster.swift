package import CalendarStores
import Synchronization

/// Tells each change once to those who listen, whoever sees it first.
package final class RevisionBroadcaster: Sendable {
  private let broadcaster = StoreChangeBroadcaster()
  private let last: Mutex<Int>

  /// - Parameter last: The number of the last change, which is no news.
  package init(since last: Int) {
    self.last = Mutex(last)
  }

  /// The number of the last change that was told.
  package var seen: Int { last.withLock(\.self) }

  /// What changes from now on.
  package func changes() -> AsyncStream<StoreChange> { broadcaster.stream() }

  /// Tells what changed since `seen`, unless it was told meanwhile.
  package func tell(_ news: ChangesSinceRevision) {
    let isNew = last.withLock { seen in
      defer { seen = max(seen, news.last) }
      return seen < news.last
    }
    if isNew { news.changes.forEach(broadcaster.send) }
  }
}
