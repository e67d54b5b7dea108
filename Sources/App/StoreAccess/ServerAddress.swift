import ExactText

extension ServerSettings {
  /// Where a server listens.
  package enum Address: Hashable, Sendable {
    /// A host of this machine.
    case host(String, port: Int)
    /// A Unix socket.
    case socket(String)
  }
}

extension ServerSettings.Address {
  /// The address if nobody names one.
  package static let usual = Self.host("127.0.0.1", port: 5233)
  /// What an address has to be, for messages.
  package static let expected = "an address such as \"127.0.0.1:5233\", or the path of a socket"

  /// Reads a host and a port, or the path of a socket, which contains a slash; nil for anything else.
  package init?(parsing text: String) {
    if text.contains("/") {
      self = .socket(text)
      return
    }
    guard let colon = text.lastIndex(of: ":"),
      let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
    else { return nil }
    let host = String(text[..<colon])
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 2
    guard isBracketed || !host.isEmpty && !host.contains(":") else { return nil }
    self = .host(isBracketed ? String(host.dropFirst().dropLast()) : host, port: port)
  }

  /// True if only programs of this machine reach it.
  package var isOfThisMachine: Bool {
    switch self {
    case .socket: true
    case .host(let name, _): name == "localhost" || name == "::1" || Self.isLoopback(name)
    }
  }

  /// True for `127.…`: a name of a host that begins so is not an address.
  private static func isLoopback(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The address as it is written in a configuration.
  package var text: String {
    switch self {
    case .socket(let path): path
    case .host(let name, let port): "\(name.contains(":") ? "[\(name)]" : name):\(port)"
    }
  }
}
