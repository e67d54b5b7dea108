import ExactText

/// Where on a network a calendar is: `https://example.org/team.ics`.
///
/// What it says of itself never has the name and the password that may stand before an `@`.
public struct CalendarAddress: Hashable, Sendable {
  /// The schemes that an address may have.
  public static let schemes = ["http", "https", "webcal", "webcals"]
  /// The most bytes that an address may have.
  public static let limit = 8192

  /// The scheme as it was written, in lower case.
  public let scheme: String
  /// The host in lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port, whether it was written or not.
  public let port: Int
  /// The path and the query, in ASCII.
  public let target: String
  /// What stood before an `@`; part of no description.
  public let credentials: Credentials?

  /// True if a text is meant as an address, well written or not.
  public static func isOne(_ text: String) -> Bool {
    guard let scheme = AddressReader.scheme(of: text) else { return false }
    return schemes.contains(scheme)
  }

  /// A text that is meant as an address, without what may be a password.
  public static func shown(_ text: String) -> String {
    if let address = try? CalendarAddress(text) { return address.description }
    guard let end = text.lastIndex(of: "@") else { return text }
    return (AddressReader.scheme(of: text) ?? "") + "://…" + text[end...]
  }

  /// Reads an address.
  public init(_ text: String) throws(AddressError) {
    self = try AddressReader.address(text)
  }

  /// A text as a name or a segment in an address: what is not unreserved is encoded (RFC 3986, section 2.3).
  public static func encoded(_ text: some Sequence<UInt8>) -> String { AddressReader.encoded(text) }

  init(scheme: String, host: String, port: Int, target: String, credentials: Credentials?) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target
    self.credentials = credentials
  }

  /// True if it is asked for over TLS.
  ///
  /// `webcal` says nothing of it and once meant `http`; but a calendar that is asked for in the open
  /// because a scheme is old would be a downgrade that nobody sees.
  public var isEncrypted: Bool { scheme != "http" }

  /// True if it can only be of this machine, so that what is sent there passes no network.
  public var isOfThisMachine: Bool {
    let digits = host.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && digits)
  }

  /// The scheme that is spoken.
  public var spokenScheme: String { isEncrypted ? "https" : "http" }

  /// The scheme, the host and the port: whom a password is for.
  public var origin: String {
    let isUsual = port == AddressReader.port(ofScheme: scheme)
    return "\(spokenScheme)://\(host)" + (isUsual ? "" : ":\(port)")
  }

  /// What is asked for.
  public var url: String { origin + target }

  /// The same place without a name and a password.
  public var withoutCredentials: CalendarAddress {
    CalendarAddress(scheme: scheme, host: host, port: port, target: target, credentials: nil)
  }

  /// The address that a redirect from here leads to; it has no name and no password.
  public func redirected(to location: String) throws(AddressError) -> CalendarAddress {
    if AddressReader.scheme(of: location) != nil {
      return try CalendarAddress(location).withoutCredentials
    }
    if location.hasPrefix("//") {
      return try CalendarAddress("\(spokenScheme):\(location)").withoutCredentials
    }
    return try CalendarAddress(origin + AddressReader.path(location, from: target))
  }
}

extension CalendarAddress: CustomStringConvertible {
  /// The address, without a name and a password.
  public var description: String {
    let isUsual = port == AddressReader.port(ofScheme: scheme)
    return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)") + target
  }
}

extension CalendarAddress: CustomReflectable {
  /// The address alone, so that no dump shows a password.
  public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

/// A name and a password; they say nothing of themselves.
public struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The name.
  public let user: String
  /// The password.
  public let password: String

  /// Creates credentials.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// Nothing of them.
  public var description: String { "…" }
  /// Nothing of them.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a text is no address; the sentence repeats nothing of it.
public struct AddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
