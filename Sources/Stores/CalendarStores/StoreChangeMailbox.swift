package import ExactText
import Synchronization

/// Collects the changes of a store until somebody takes them; unlike a stream it never overflows.
package final class StoreChangeMailbox: Sendable {
  /// What changed since it was taken last.
  package struct Contents: Sendable {
    /// Whether lists were created, renamed or removed.
    package var lists = false
    /// Whether everything may have changed.
    package var everything = false
    /// The names of items that changed; none for a list of which all may have changed.
    package var items: [ItemList.ID: ExactSet] = [:]

    /// Creates contents without changes.
    package init() {}

    /// Adds later changes.
    package mutating func add(_ later: Contents) {
      lists = lists || later.lists
      everything = everything || later.everything
      for (list, names) in later.items { add(names, of: list) }
    }

    /// Adds the names of items that changed; none for all items of the list.
    fileprivate mutating func add(_ names: ExactSet, of list: ItemList.ID) {
      let isWhole = items[list]?.isEmpty ?? false || names.isEmpty
      let all = items[list, default: []].union(names)
      items[list] = isWhole || all.count > StoreChangeMailbox.most ? [] : all
    }

    /// True if nothing changed.
    package var isEmpty: Bool { !lists && !everything && items.isEmpty }
  }

  /// The most names of a list that are worth being told apart.
  private static let most = 1000

  private let contents = Mutex(Contents())

  /// Creates an empty mailbox.
  package init() {}

  /// Creates a mailbox that gets the changes of a store from now on.
  package convenience init(of store: any CalendarStore) async {
    self.init()
    await listen(to: store)
  }

  /// Collects the changes of a store from now on too.
  package func listen(to store: any CalendarStore) async {
    if let reporting = store as? any StoreChangeReporting {
      await reporting.report(to: self)
      return
    }
    let changes = await store.changes()
    Task { [weak self] in
      for await change in changes {
        guard let self else { return }
        self.put(change)
      }
      // A stream ends if its listener was late.
      self?.put(.everything)
    }
  }

  /// Adds a change.
  package func put(_ change: StoreChange) {
    contents.withLock { contents in
      switch change {
      case .lists: contents.lists = true
      case .everything: contents.everything = true
      case .items(let list, let refs): contents.add(ExactSet(refs.map(\.name)), of: list)
      }
    }
  }

  /// Takes what has changed.
  package func take() -> Contents {
    contents.withLock { contents in
      defer { contents = Contents() }
      return contents
    }
  }
}

/// A store that reports each of its changes before the call returns.
package protocol StoreChangeReporting: CalendarStore {
  /// Reports the changes from now on to a mailbox, as long as that exists.
  func report(to mailbox: StoreChangeMailbox) async

  /// Looks whether others have changed something, as far as that is quick, and reports it.
  func look() async throws(StoreError)
}
