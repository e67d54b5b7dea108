import Diagnostics
import ExactText
package import WebAddresses

/// The address of a store: `memory:`, `sqlite:PATH`, `vdir:PATH`, `tasks:PATH`,
/// `caldav+https://[user@]host/path`.
///
/// `StoreRegistry` knows the schemes and what follows them.
///
/// An address never contains a password.
///
/// ```swift
/// let address = try StoreAddress("caldav+https://ann@cal.example.org/dav/")
/// // address.user is "ann", address.rest "https://cal.example.org/dav/"
/// ```
package struct StoreAddress: Hashable, Sendable {
  /// The kind of store that its scheme names.
  package let kind: StoreKind
  /// The part after the scheme: a path, or the address of a server without a user name.
  package let rest: String
  /// The user name before the `@` of a server's address, decoded; nil if there is none.
  package let user: String?
  /// The server of the address; nil for a local store.
  package let server: CalendarAddress?

  /// The part before the first colon, such as `vdir`.
  package var scheme: String { kind.scheme }

  /// True for a store in a file or a folder.
  package var isOfFile: Bool { kind.isOfFile }

  /// The path below the data folder of the default store; nil for every other address.
  package var usualPath: String? { rest.isEmpty ? kind.usualPath : nil }

  /// The same kind of store in another file or folder.
  package func moved(to path: String) -> StoreAddress {
    StoreAddress(kind: kind, rest: path, user: nil, server: nil)
  }

  /// True if a text is meant as the address of a store, whether it is valid or not.
  package static func isOne(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return StoreRegistry.kind(ofScheme: text[..<colon].lowercased()) != nil
  }

  /// Reads an address, for which `isOne` is true.
  ///
  /// - Throws: An `AddressError` if the address is not valid or contains a password.
  package init(_ text: String) throws(AddressError) {
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
      throw AddressError("expected nothing after \(scheme):")
    case .path(let name, usual: nil) where rest.isEmpty:
      throw AddressError("expected a \(name) after \(scheme):")
    default: break
    }
  }

  /// The error for a text that is not an address; it lists the valid forms.
  private static var isNone: AddressError {
    let forms = StoreRegistry.kinds.compactMap(\.form)
    return AddressError(
      "expected \(forms.dropLast().joined(separator: ", ")) or \(forms.last ?? "none")")
  }

  private static let hasPassword = AddressError(
    "the address contains a password, which others can see; expected password-command, "
      + "password-file or password-keyring beside the address in [stores] of the configuration, or "
      + "~/.netrc")

  /// The text of an address for messages, without what may be a password.
  package static func shown(_ text: String) -> String {
    if let address = try? StoreAddress(text) { return address.description }
    guard let end = text.lastIndex(of: "@"), let colon = text.firstIndex(of: ":") else {
      return text
    }
    return "\(text[..<colon])://…\(text[end...])"
  }
}

extension StoreAddress: CustomStringConvertible {
  /// The address in a form that can be read again.
  package var description: String {
    guard let server else { return "\(scheme):\(rest)" }
    let name = user.map { "\(CalendarAddress.encoded($0.utf8))@" } ?? ""
    return "\(scheme)://\(name)" + server.description.dropFirst(server.scheme.count + 3)
  }
}
