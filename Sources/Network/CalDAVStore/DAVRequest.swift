import ExactText
import WebAddresses
import WebDAV

/// A request to a WebDAV server.
struct DAVRequest: Sendable {
  let method: String
  var address: CalendarAddress
  /// The value of the header `Depth`: 0 for the resource, 1 for its members as well.
  var depth: Int?
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// Creates a request with an optional XML body.
  init(_ method: String, _ address: CalendarAddress, depth: Int? = nil, xml: String? = nil) {
    self.method = method
    self.address = address
    self.depth = depth
    guard let xml else { return }
    body = Array(xml.utf8)
    headers = [("Content-Type", "application/xml; charset=utf-8")]
  }

  /// True if the request changes nothing and so may be repeated.
  var isSafe: Bool { ["PROPFIND", "REPORT", "GET", "OPTIONS"].contains(method) }
}

/// The response of a server.
struct DAVResponse: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: [UInt8]
  /// The address of the response, after all redirects.
  let address: CalendarAddress
  /// When to stop parsing it; nil for no limit.
  var end: ContinuousClock.Instant?

  /// The values of a header, from all its lines.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// True if the resource does not exist, or no longer exists.
  var isGone: Bool { status == 404 || status == 410 }

  /// True for an HTML page instead of a response, as from a network that requires a login.
  var isPage: Bool {
    let type = values(of: "content-type").first?.lowercased() ?? ""
    return status == 200 && (type.contains("html") || type.contains("json"))
  }

  /// The resources in the response; nil if it is not a 207 response.
  var multistatus: Multistatus? { status == 207 ? Multistatus(body, until: end) : nil }

  /// The status of the request; some servers put it into a response about one resource.
  var innerStatus: Int {
    guard status == 207, let all = multistatus else { return status }
    return all.responses.compactMap(\.status).first ?? status
  }

  /// The names of the conditions that were not met.
  var errors: [XMLTree.Name] {
    guard let root = XMLTree(body, until: end) else { return [] }
    if root.name == .dav("error") { return root.children.map(\.name) }
    return multistatus?.responses.flatMap(\.errors) ?? []
  }
}
