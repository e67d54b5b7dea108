import ExactText

/// Reads URLs according to RFC 3986.
enum AddressReader {
  /// The text before `://`, in lower case.
  static func scheme(of text: String) -> String? {
    let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard !name.isEmpty, text.utf8.dropFirst(name.count).starts(with: "://".utf8) else {
      return nil
    }
    return String(Substring(name)).lowercased()
  }

  /// The default port of a scheme.
  static func port(ofScheme scheme: String) -> Int { scheme == "http" ? 80 : 443 }

  /// Reads an address without its fragment, which is never sent to a server.
  static func address(_ text: String) throws(AddressError) -> CalendarAddress {
    guard text.utf8.count <= CalendarAddress.limit else {
      throw AddressError("the address is longer than \(CalendarAddress.limit) bytes")
    }
    guard let scheme = scheme(of: text), CalendarAddress.schemes.contains(scheme) else {
      throw AddressError("expected \(CalendarAddress.schemes.map { "\($0)://" }.listed)")
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count + 3).prefix { $0 != UInt8(ascii: "#") }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    guard at == nil || !rest[authority.endIndex...].contains(UInt8(ascii: "@")) else {
      // A password with a slash in it looks like a host and a path.
      throw AddressError(
        "the path contains an @ as well; expected %40 for it, and %2F for a / in a password")
    }
    let (host, port) = try place(at.map { authority[authority.index(after: $0)...] } ?? authority)
    return CalendarAddress(
      scheme: scheme, host: host, port: port ?? Self.port(ofScheme: scheme),
      target: try target(rest[authority.endIndex...]),
      credentials: try at.map { at throws(AddressError) in try credentials(authority[..<at]) })
  }

  /// The user name and the password before an `@`.
  private static func credentials(
    _ text: Substring.UTF8View
  ) throws(AddressError) -> Credentials {
    let user = text.prefix { $0 != UInt8(ascii: ":") }
    let password = text[user.endIndex...].dropFirst()
    guard let user = decoded(user), let password = decoded(password) else {
      throw AddressError("the name or the password before the @ is not encoded as in an address")
    }
    return Credentials(user: user, password: password)
  }

  /// The host and, if it is written, the port.
  private static func place(
    _ text: Substring.UTF8View
  ) throws(AddressError) -> (host: String, port: Int?) {
    let isLiteral = text.first == UInt8(ascii: "[")
    let end = isLiteral ? text.firstIndex(of: UInt8(ascii: "]")).map { text.index(after: $0) } : nil
    let host = text[..<(end ?? text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex)]
    let rest = text[host.endIndex...]
    guard isLiteral ? isLiteralHost(host) : try isNamedHost(host) else {
      throw noHost
    }
    guard rest.count > 1 else {  // a colon without digits means the default port
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw noHost }
      return (String(Substring(host)).lowercased(), nil)
    }
    guard rest.first == UInt8(ascii: ":"), let port = port(rest.dropFirst()) else {
      throw AddressError("the port is not valid; expected a number from 1 to 65535")
    }
    return (String(Substring(host)).lowercased(), port)
  }

  private static let noHost = AddressError(
    "the host is not valid; expected a name such as example.org")

  private static func port(_ digits: Substring.UTF8View) -> Int? {
    guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(Substring(digits))).flatMap { (1...65535).contains($0) ? $0 : nil }
  }

  private static func isLiteralHost(_ host: Substring.UTF8View) -> Bool {
    host.count > 3 && host.last == UInt8(ascii: "]")
      && host.dropFirst().dropLast().allSatisfy {
        hexValue($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
      }
  }

  private static func isNamedHost(_ host: Substring.UTF8View) throws(AddressError) -> Bool {
    guard host.allSatisfy({ $0 < 0x80 }) else {
      throw AddressError("the host is not in ASCII; expected the form that begins with xn--")
    }
    return (1...253).contains(host.count)
      && host.allSatisfy { isLetterOrDigit($0) || "-._".utf8.contains($0) }
  }

  /// The path and the query in the form that is sent: characters that URLs do not allow are encoded.
  private static func target(_ text: Substring.UTF8View) throws(AddressError) -> String {
    var target: [UInt8] = text.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    var left = text
    while let byte = left.popFirst() {
      guard byte > 0x1F, byte != 0x7F else {
        throw AddressError("the address contains a control character")
      }
      let isEncoded = byte == UInt8(ascii: "%") && left.prefix(2).count { hexValue($0) != nil } == 2
      if isEncoded || isLetterOrDigit(byte) || "-._~:/?@!$&'()*+,;=".utf8.contains(byte) {
        target.append(byte)
      } else {
        target += escaped(byte)
      }
    }
    return String(decoding: target, as: UTF8.self)
  }

  /// Resolves a reference without a host to a path and a query (RFC 3986, section 5.2).
  static func path(_ reference: String, from target: String) -> String {
    let old = target.prefix { $0 != "?" }
    let reference = reference.prefix { $0 != "#" }
    if reference.isEmpty { return target }
    if reference.hasPrefix("?") { return "\(old)\(reference)" }
    let path = reference.prefix { $0 != "?" }
    let folder = path.hasPrefix("/") ? "" : old[...(old.lastIndex(of: "/") ?? old.startIndex)]
    return withoutDots("\(folder)\(path)") + reference[path.endIndex...]
  }

  /// A path without the segments `.` and `..`.
  private static func withoutDots(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for segment in segments {
      if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
    }
    let isFolder = segments.last.map { $0 == "." || $0 == ".." } ?? true
    return "/" + kept.joined(separator: "/") + (isFolder && !kept.isEmpty ? "/" : "")
  }

  /// Decodes percent-encoded bytes; nil if the encoding is wrong, or the result is not text.
  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var left = text
    while let byte = left.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = left.popFirst().flatMap(hexValue),
        let low = left.popFirst().flatMap(hexValue)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    guard bytes.allSatisfy({ $0 > 0x1F && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }

  /// Encodes all bytes of a text but those that have no special meaning in a URL.
  static func encoded(_ text: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount)
    for byte in text { if isPlain(byte) { bytes.append(byte) } else { bytes += escaped(byte) } }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: isLetterOrDigit(byte)
    }
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}

extension [String] {
  /// The words as a list with commas and `or`.
  fileprivate var listed: String {
    dropLast().joined(separator: ", ") + " or " + (last ?? "")
  }
}
