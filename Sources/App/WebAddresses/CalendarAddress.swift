import ExactText

/// The URL of a calendar: `https://example.org/team.ics`.
///
/// Its description never contains the user name and the password that may be before an `@`.
public struct CalendarAddress: Hashable, Sendable {
  /// The schemes that are accepted.
  public static let schemes = ["http", "https", "webcal", "webcals"]
  /// The maximum length of an address, in bytes.
  public static let limit = 8192

  /// The scheme as it was written, but in lower case.
  public let scheme: String
  /// The host in lower case; an IPv6 address is in brackets.
  public let host: String
  /// The port, explicit or default.
  public let port: Int
  /// The path and the query, in ASCII.
  public let target: String
  /// The user name and the password before an `@`; never part of a description.
  public let credentials: Credentials?

  /// True if a text is meant as an address, whether it is valid or not.
  public static func isOne(_ text: String) -> Bool {
    guard let scheme = AddressReader.scheme(of: text) else { return false }
    return schemes.contains(scheme)
  }

  /// The text of an address for messages, without what may be a password.
  public static func shown(_ text: String) -> String {
    if let address = try? CalendarAddress(text) { return address.description }
    guard let end = text.lastIndex(of: "@") else { return text }
    return (AddressReader.scheme(of: text) ?? "") + "://…" + text[end...]
  }

  /// Reads an address.
  public init(_ text: String) throws(AddressError) {
    self = try AddressReader.address(text)
  }

  /// Percent-encodes a text for use as a user name or a path segment: all but unreserved characters (RFC 3986, section
  /// 2.3).
  public static func encoded(_ text: some Sequence<UInt8>) -> String { AddressReader.encoded(text) }

  init(scheme: String, host: String, port: Int, target: String, credentials: Credentials?) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.target = target
    self.credentials = credentials
  }

  /// True if it is requested over TLS.
  ///
  /// `webcal` does not define this and once meant `http`. But to request a calendar without TLS only because its scheme
  /// is old would be a downgrade that nobody notices.
  public var isEncrypted: Bool { scheme != "http" }

  /// True if the host can only be this machine, so that nothing is sent over a network.
  public var isOfThisMachine: Bool {
    let digits = host.utf8.allSatisfy {
      $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    return host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && digits)
  }

  /// The scheme of the requests: `http` or `https`.
  public var spokenScheme: String { isEncrypted ? "https" : "http" }

  /// The scheme, the host and the port: a password is valid for one origin.
  public var origin: String {
    let isUsual = port == AddressReader.port(ofScheme: scheme)
    return "\(spokenScheme)://\(host)" + (isUsual ? "" : ":\(port)")
  }

  /// The URL of the requests.
  public var url: String { origin + target }

  /// The same address without the user name and the password.
  public var withoutCredentials: CalendarAddress {
    CalendarAddress(scheme: scheme, host: host, port: port, target: target, credentials: nil)
  }

  /// The address that a redirect from here leads to, without a user name and a password.
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
  /// The address, without the user name and the password.
  public var description: String {
    let isUsual = port == AddressReader.port(ofScheme: scheme)
    return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)") + target
  }
}

extension CalendarAddress: CustomReflectable {
  /// The address alone, so that `dump` shows no password.
  public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

/// A user name and a password; descriptions and dumps never show them.
public struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The user name.
  public let user: String
  /// The password.
  public let password: String

  /// Creates credentials.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }

  /// A placeholder without the values.
  public var description: String { "…" }
  /// A `Mirror` without the values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The reason why a text is not a valid address; the message repeats nothing of the text.
public struct AddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, a sentence.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
