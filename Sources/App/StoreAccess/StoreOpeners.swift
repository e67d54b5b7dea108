package import CalendarStores
import ExactText

/// Opens one kind of store, and tells whether a store is at a path.
package protocol StoreOpener: Sendable {
  /// The kind of store that it opens.
  var kind: StoreKind { get }

  /// True if its stores have one list for reminders and events of one title.
  var mixesKinds: Bool { get }

  /// Checks what is at a path. Called only for kinds whose addresses name a path.
  func presence(at path: String) -> StorePresence

  /// The parts of the store at a path that no command can read, as sentences.
  func faults(at path: String, cache: String) -> [String]

  /// The files of the store at a path that are left out as conflict copies, as paths from it.
  func conflictCopies(at path: String, cache: String) -> [String]

  /// Opens a store.
  ///
  /// - Throws: `StoreError.unavailable` if it cannot be reached. A store that can show its last known state opens
  ///   anyway, and throws in `refresh()`.
  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore
}

extension StoreOpener {
  /// Reports a store: one without a path always exists.
  package func presence(at path: String) -> StorePresence { .store }

  /// Reports lists of one kind.
  package var mixesKinds: Bool { false }

  /// Reports nothing.
  package func faults(at path: String, cache: String) -> [String] { [] }

  /// Reports none.
  package func conflictCopies(at path: String, cache: String) -> [String] { [] }
}

/// What is at the path of a store.
package enum StorePresence: Hashable, Sendable {
  /// A store.
  case store
  /// Nothing: a store can be created there.
  case nothing
  /// Something that is not a store of this kind, such as a folder where a file is expected.
  case other
  /// Something that this person may not read, with the reason.
  case unreadable(String)
  /// A file with other contents, with what was expected.
  case foreign(String)
}

/// The openers of stores, one for each scheme; an executable registers the ones that it was built with.
package struct StoreOpeners: Sendable {
  /// No openers: only local stores are known.
  package static let none = StoreOpeners([])

  /// The openers, in the order in which messages name them.
  package let all: [any StoreOpener]

  /// Takes openers, each for a different scheme.
  package init(_ openers: [any StoreOpener]) {
    all = openers
  }

  /// The opener of a scheme.
  package func opener(ofScheme scheme: String) -> (any StoreOpener)? {
    all.first { $0.kind.scheme == scheme }
  }
}
