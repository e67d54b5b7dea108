import CalendarItems
import CalendarStores
import ExactText
import StoreMirror
import WebAddresses

/// Caches an account in the `StoreMirror`, so that it is found without a request.
struct AccountCache {
  private let mirror: StoreMirror

  init(_ mirror: StoreMirror) {
    self.mirror = mirror
  }

  /// The account at an address; nil if it is not in the cache.
  func account(
    of address: CalendarAddress, _ credentials: Credentials?
  ) async throws(StoreError) -> DAVAccount? {
    guard try await mirror.fact("address") == Self.name(address, credentials) else { return nil }
    var account = DAVAccount()
    account.homes = try await addresses("homes")
    account.calendar = try await addresses("calendar").first
    account.makesCalendars = try await mirror.fact("makesCalendars") == "yes"
    return account.roots.isEmpty ? nil : account
  }

  private func addresses(_ name: String) async throws(StoreError) -> [CalendarAddress] {
    let text = try await mirror.fact(name) ?? ""
    return text.split(separator: "\n").compactMap { try? CalendarAddress(String($0)) }
  }

  /// Saves an account.
  func remember(
    _ account: DAVAccount, of address: CalendarAddress, credentials: Credentials?
  ) async throws(StoreError) {
    try await mirror.setFact("homes", to: account.homes.map(\.url).joined(separator: "\n"))
    try await mirror.setFact("calendar", to: account.calendar?.url)
    try await mirror.setFact("makesCalendars", to: account.makesCalendars ? "yes" : nil)
    try await mirror.setFact("address", to: Self.name(address, credentials))
  }

  /// The key of an account.
  ///
  /// It contains the user, because two users of one server have different calendars.
  private static func name(_ address: CalendarAddress, _ credentials: Credentials?) -> String {
    credentials.map { "\(address.url) \($0.user)" } ?? address.url
  }
}

/// Caches the kinds of items of lists on servers that accept every kind, whatever is requested for a list.
struct CalendarKinds {
  private let mirror: StoreMirror

  init(_ mirror: StoreMirror) {
    self.mirror = mirror
  }

  /// Saves the kinds for which a list is meant, if the server would accept others too; nil removes them.
  func remember(_ kinds: Set<CalendarItem.Kind>?, of list: ItemList.ID) async throws(StoreError) {
    let words = kinds.map { $0.map(\.rawValue).sorted().joined(separator: " ") }
    try await mirror.setFact("kinds \(list)", to: words)
  }

  /// The lists with the kinds for which they are meant.
  func applied(to lists: [MirroredList]) async throws(StoreError) -> [MirroredList] {
    var applied: [MirroredList] = []
    for var list in lists {
      if let words = try await mirror.fact("kinds \(list.list.id)") {
        let meant = words.split(separator: " ").compactMap {
          CalendarItem.Kind(rawValue: String($0))
        }
        list.list.details.kinds.formIntersection(meant)
      }
      applied.append(list)
    }
    return applied
  }
}
