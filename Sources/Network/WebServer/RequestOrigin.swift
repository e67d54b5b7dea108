import ExactText
import HTTPServing

/// Whether a request may come from a page in a browser.
///
/// Thunderbird sends the address of the server itself as the origin of each request.
struct RequestOrigin {
  /// True without an origin, or if it is this server.
  let isOwn: Bool

  /// Compares the origin of a request with the host that it names.
  ///
  /// - Parameter isBehindProxy: Whether a proxy may have passed on the host that the client named.
  init(_ request: ServedRequest, isBehindProxy: Bool) {
    guard let origin = request[header: "origin"] else {
      isOwn = true
      return
    }
    let hosts = [
      request[header: "host"], isBehindProxy ? request[header: "x-forwarded-host"] : nil,
    ]
    let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, ["http:", "https:"].contains(parts[0].lowercased())
    else {
      isOwn = false
      return
    }
    let wanted = ExactString(Self.plain(String(parts[2])))
    isOwn = hosts.contains { $0.map { ExactString(Self.plain($0)) == wanted } ?? false }
  }

  /// A host in lower case, without the ports that nobody writes.
  private static func plain(_ host: String) -> String {
    let host = host.lowercased()
    for port in [":80", ":443"] where host.hasSuffix(port) { return String(host.dropLast(port.count)) }
    return host
  }
}
