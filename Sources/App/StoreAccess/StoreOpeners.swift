public import CalendarStores

/// Something that opens the stores of a scheme.
public protocol StoreOpener: Sendable {
  /// Opens a store.
  ///
  /// - Throws: `StoreError.unavailable` where it cannot be reached; a store that has something of it to show
  ///   opens, and throws in `refresh()`.
  func open(_ request: StoreRequest) async throws(StoreError) -> any CalendarStore
}

/// Which opener knows which scheme; an executable is given those that it was built with.
public struct StoreOpeners: Sendable {
  /// No network: only the stores of this machine are known.
  public static let none = StoreOpeners([:])

  private let openers: [String: any StoreOpener]

  /// Takes an opener for each scheme, such as `caldav+https`.
  public init(_ openers: [String: any StoreOpener]) {
    self.openers = openers
  }

  /// The opener of a scheme.
  public func opener(ofScheme scheme: String) -> (any StoreOpener)? { openers[scheme] }
}
