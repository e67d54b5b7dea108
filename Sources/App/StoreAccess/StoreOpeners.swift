public import CalendarStores
import ExactText

/// Something that knows a kind of store: whether one is at a path, and how it is opened.
public protocol StoreOpener: Sendable {
  /// What its addresses look like.
  var kind: StoreKind { get }

  /// Looks at what stands at a path; asked only where addresses name one.
  func presence(at path: String) -> StorePresence

  /// What of the store at a path no command can read, in sentences.
  func faults(at path: String) -> [String]

  /// Opens a store.
  ///
  /// - Throws: `StoreError.unavailable` where it cannot be reached; a store that has something of it to show
  ///   opens, and throws in `refresh()`.
  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore
}

extension StoreOpener {
  /// A store that is on no disk is there.
  public func presence(at path: String) -> StorePresence { .store }

  /// Nothing.
  public func faults(at path: String) -> [String] { [] }
}

/// What stands where a store is looked for.
public enum StorePresence: Hashable, Sendable {
  /// A store.
  case store
  /// Nothing: one can be made there.
  case nothing
  /// Something that is no store of the kind, such as a folder where a file is expected.
  case other
  /// Something that this person may not read, and why.
  case unreadable(String)
  /// A file with other contents, and what was expected.
  case foreign(String)
}

/// Openers of stores, one for each scheme; an executable registers those that it was built with.
public struct StoreOpeners: Sendable {
  /// None: only the stores of this machine are known.
  public static let none = StoreOpeners([])

  /// The openers, in the order in which messages name them.
  public let all: [any StoreOpener]

  /// Takes openers, each of another scheme.
  public init(_ openers: [any StoreOpener]) {
    all = openers
  }

  /// The opener of a scheme.
  public func opener(ofScheme scheme: String) -> (any StoreOpener)? {
    all.first { $0.kind.scheme == scheme }
  }
}
