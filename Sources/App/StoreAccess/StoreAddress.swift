import Diagnostics
import ExactText
public import WebAddresses

/// Where a store is: `memory:`, `sqlite:PATH`, `vdir:PATH`, `caldav+https://[user@]host/path`.
///
/// A password is never part of it.
///
/// ```swift
/// let address = try StoreAddress("caldav+https://ann@cal.example.org/dav/")
/// // address.user is "ann", address.rest "https://cal.example.org/dav/"
/// ```
public struct StoreAddress: Hashable, Sendable {
  /// What stands before the first colon: `memory`, `sqlite`, `vdir`, `caldav+https` or `caldav+http`.
  public let scheme: String
  /// What follows: a path, or the address of a server without a user's name.
  public let rest: String
  /// The name before the `@` of a server's address, out of its encoding; nil where there is none.
  public let user: String?
  /// The server behind the address; nil for a store of this machine.
  public let server: CalendarAddress?

  /// The schemes of stores, each with its network scheme where it has one.
  private static let schemes: [String: String?] = [
    "memory": nil, "sqlite": nil, "vdir": nil, "caldav+https": "https", "caldav+http": "http",
  ]

  /// True for a store in a file or a folder.
  package var isOfFile: Bool { scheme == "sqlite" || scheme == "vdir" }

  /// The same kind of store in another file or folder.
  package func moved(to path: String) -> StoreAddress {
    StoreAddress(scheme: scheme, rest: path, user: nil, server: nil)
  }

  /// True if a text is meant as the address of a store, well written or not.
  public static func isOne(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return schemes.keys.contains(text[..<colon].lowercased())
  }

  /// Reads an address, for which `isOne` is true.
  ///
  /// - Throws: An `AddressError` for what is none, and for one with a password in it.
  public init(_ text: String) throws(AddressError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let scheme = parts[0].lowercased()
    guard parts.count == 2, let spoken = Self.schemes[scheme] else {
      throw AddressError("expected memory:, sqlite:PATH, vdir:PATH or caldav+https://HOST/PATH")
    }
    guard let spoken else {
      self.init(scheme: scheme, rest: String(parts[1]), user: nil, server: nil)
      try check()
      return
    }
    let server = try CalendarAddress("\(spoken):\(parts[1])")
    guard server.credentials?.password.isEmpty ?? true else { throw Self.hasPassword }
    self.init(
      scheme: scheme, rest: server.description, user: server.credentials?.user,
      server: server.withoutCredentials)
  }

  private init(scheme: String, rest: String, user: String?, server: CalendarAddress?) {
    self.scheme = scheme
    self.rest = rest
    self.user = user
    self.server = server
  }

  private func check() throws(AddressError) {
    if scheme == "memory", !rest.isEmpty { throw AddressError("expected nothing behind memory:") }
    if scheme == "vdir", rest.isEmpty { throw AddressError("expected a folder behind vdir:") }
  }

  private static let hasPassword = AddressError(
    "a password stands in it, which others can see; expected password-command, password-file or "
      + "password-keyring beside the address in [stores] of the configuration, or ~/.netrc")

  /// A text that is meant as an address, without what may be a password.
  public static func shown(_ text: String) -> String {
    if let address = try? StoreAddress(text) { return address.description }
    guard let end = text.lastIndex(of: "@"), let colon = text.firstIndex(of: ":") else {
      return text
    }
    return "\(text[..<colon])://…\(text[end...])"
  }
}

extension StoreAddress: CustomStringConvertible {
  /// The address as it can be given again.
  public var description: String {
    guard let server, let user else { return server.map { "caldav+\($0)" } ?? "\(scheme):\(rest)" }
    return "\(scheme)://\(CalendarAddress.encoded(user.utf8))@"
      + server.description.dropFirst(server.scheme.count + 3)
  }
}
