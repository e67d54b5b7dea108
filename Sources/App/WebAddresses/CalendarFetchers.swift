/// The fetchers by scheme; an executable gets the ones that it was built with.
public struct CalendarFetchers: Sendable {
  /// No network: no scheme is known.
  public static let none = CalendarFetchers([:])

  private let fetchers: [String: any CalendarFetcher]

  /// Takes a fetcher for each scheme.
  public init(_ fetchers: [String: any CalendarFetcher]) {
    self.fetchers = fetchers
  }

  /// True if there is none at all.
  public var isEmpty: Bool { fetchers.isEmpty }

  /// The fetcher of a scheme.
  public func fetcher(ofScheme scheme: String) -> (any CalendarFetcher)? { fetchers[scheme] }
}
