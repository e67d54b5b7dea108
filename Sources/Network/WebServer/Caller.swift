import ExactText
import Glibc
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Who sent a request, to count failures.
struct Caller: Sendable {
  /// The address of a machine; of IPv6 the network, because a machine has all addresses in it; empty for a Unix socket.
  let address: String

  /// The caller of a request.
  ///
  /// - Parameters:
  ///   - socket: The address that the connection came from.
  ///   - isBehindProxy: Whether a proxy added the address of the client to `X-Forwarded-For`, as its last word. Anybody can
  ///     write the words before it.
  init(_ request: Request, at socket: SocketAddress?, isBehindProxy: Bool) {
    let named = request.head.headerFields.last { $0.name.canonicalName == "x-forwarded-for" }?.value
    let last = named?.split(separator: ",").last?.filter { $0 != " " && $0 != "\t" }
    address = Self.network(of: (isBehindProxy ? last : nil) ?? socket?.ipAddress ?? "")
  }

  /// The address, or the first half of one of IPv6.
  static func network(of address: String) -> String {
    var bytes = in6_addr()
    guard address.contains(":"), inet_pton(AF_INET6, address, &bytes) == 1 else {
      return String(address.prefix(64))
    }
    let network = withUnsafeBytes(of: bytes) { Array($0.prefix(8)) }
    let groups = stride(from: 0, to: 8, by: 2).map { index in
      String(Int(network[index]) << 8 | Int(network[index + 1]), radix: 16)
    }
    return "\(groups.joined(separator: ":"))::"
  }
}
