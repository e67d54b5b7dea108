import Diagnostics
import ExactText
public import WebAddresses

/// Where a store is: `memory:`, `sqlite:PATH`, `vdir:PATH`, `caldav+https://[user@]host/path`.
///
/// `StoreRegistry` knows the schemes and what follows them.
///
/// A password is never part of it.
///
/// ```swift
/// let address = try StoreAddress("caldav+https://ann@cal.example.org/dav/")
/// // address.user is "ann", address.rest "https://cal.example.org/dav/"
/// ```
public struct StoreAddress: Hashable, Sendable {
  /// The kind of store that its scheme names.
  public let kind: StoreKind
  /// What follows: a path, or the address of a server without a user's name.
  public let rest: String
  /// The name before the `@` of a server's address, out of its encoding; nil where there is none.
  public let user: String?
  /// The server behind the address; nil for a store of this machine.
  public let server: CalendarAddress?

  /// What stands before the first colon, such as `vdir`.
  public var scheme: String { kind.scheme }

  /// True for a store in a file or a folder.
  package var isOfFile: Bool { kind.isOfFile }

  /// The path below the person's data folder, of the store that nobody has to name; nil for every other.
  package var usualPath: String? { rest.isEmpty ? kind.usualPath : nil }

  /// The same kind of store in another file or folder.
  package func moved(to path: String) -> StoreAddress {
    StoreAddress(kind: kind, rest: path, user: nil, server: nil)
  }

  /// True if a text is meant as the address of a store, well written or not.
  public static func isOne(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return StoreRegistry.kind(ofScheme: text[..<colon].lowercased()) != nil
  }

  /// Reads an address, for which `isOne` is true.
  ///
  /// - Throws: An `AddressError` for what is none, and for one with a password in it.
  public init(_ text: String) throws(AddressError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      let kind = StoreRegistry.kind(ofScheme: parts[0].lowercased())
    else { throw Self.isNone }
    guard case .server(let scheme) = kind.location else {
      self.init(kind: kind, rest: String(parts[1]), user: nil, server: nil)
      try check()
      return
    }
    let server = try CalendarAddress("\(scheme):\(parts[1])")
    guard server.credentials?.password.isEmpty ?? true else { throw Self.hasPassword }
    self.init(
      kind: kind, rest: server.description, user: server.credentials?.user,
      server: server.withoutCredentials)
  }

  private init(kind: StoreKind, rest: String, user: String?, server: CalendarAddress?) {
    self.kind = kind
    self.rest = rest
    self.user = user
    self.server = server
  }

  private func check() throws(AddressError) {
    switch kind.location {
    case .process where !rest.isEmpty:
      throw AddressError("expected nothing behind \(scheme):")
    case .path(let name, usual: nil) where rest.isEmpty:
      throw AddressError("expected a \(name) behind \(scheme):")
    default: break
    }
  }

  /// The refusal of a text that is no address, with the forms of those that are.
  private static var isNone: AddressError {
    let forms = StoreRegistry.kinds.compactMap(\.form)
    return AddressError(
      "expected \(forms.dropLast().joined(separator: ", ")) or \(forms.last ?? "none")")
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
    guard let server else { return "\(scheme):\(rest)" }
    let name = user.map { "\(CalendarAddress.encoded($0.utf8))@" } ?? ""
    return "\(scheme)://\(name)" + server.description.dropFirst(server.scheme.count + 3)
  }
}
