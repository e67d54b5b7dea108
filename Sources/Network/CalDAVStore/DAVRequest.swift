#if Network
import ExactText
import WebAddresses

/// A question to a server of WebDAV.
struct DAVRequest: Sendable {
  let method: String
  var address: CalendarAddress
  /// How far it reaches: 0 for the resource, 1 for what is in it as well.
  var depth: Int?
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// Asks about a resource, or changes it, in XML.
  init(_ method: String, _ address: CalendarAddress, depth: Int? = nil, xml: String? = nil) {
    self.method = method
    self.address = address
    self.depth = depth
    guard let xml else { return }
    body = Array(xml.utf8)
    headers = [("Content-Type", "application/xml; charset=utf-8")]
  }

  /// True if the question may be asked again, for it changes nothing.
  var isSafe: Bool { ["PROPFIND", "REPORT", "GET", "OPTIONS"].contains(method) }
}

/// What a server answered.
struct DAVResponse: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: [UInt8]
  /// Where it came from, behind all redirects.
  let address: CalendarAddress
  /// When to stop reading it; nil for no limit.
  var end: ContinuousClock.Instant?

  /// The values of a header, all lines of it together.
  func values(of name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// True if the server says that nothing is there, or nothing any more.
  var isGone: Bool { status == 404 || status == 410 }

  /// True for a page in the place of an answer, as a network sends it that wants a login first.
  var isPage: Bool {
    let type = values(of: "content-type").first?.lowercased() ?? ""
    return status == 200 && (type.contains("html") || type.contains("json"))
  }

  /// The resources that it is about; nil where it is no answer of that kind.
  var multistatus: Multistatus? { status == 207 ? Multistatus(body, until: end) : nil }

  /// The status of what was asked: some servers put it into an answer about one resource.
  var innerStatus: Int {
    guard status == 207, let all = multistatus else { return status }
    return all.responses.compactMap(\.status).first ?? status
  }

  /// The names of conditions that were not met.
  var errors: [XMLTree.Name] {
    guard let root = XMLTree(body, until: end) else { return [] }
    if root.name == .dav("error") { return root.children.map(\.name) }
    return multistatus?.responses.flatMap(\.errors) ?? []
  }
}
#endif
