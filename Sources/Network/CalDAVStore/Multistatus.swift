import CalendarFetching
import ExactText
import WebDAV

/// A response about several resources (RFC 4918, section 13).
struct Multistatus: Sendable {
  /// The part about one resource.
  struct Response: Sendable {
    /// The address as the server spells it.
    let href: String
    /// The status of the resource itself; nil if only its properties have one.
    let status: Int?
    /// The properties, by name.
    let properties: [XMLTree.Name: XMLTree]
    /// The names of the conditions that were not met.
    let errors: [XMLTree.Name]

    /// The text of a property; nil if there is none.
    func text(_ name: XMLTree.Name) -> String? {
      properties[name].map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  let responses: [Response]
  /// The token for the next request of changes (RFC 6578).
  let token: String?

  /// Reads a response; nil if it is not one.
  ///
  /// - Parameter end: When to stop parsing; nil for no limit.
  init?(_ bytes: [UInt8], until end: ContinuousClock.Instant? = nil) {
    if let read = Self.read(bytes, end) {
      self = read
    } else {
      let mended = RepairedXML.bytes(bytes)
      guard mended != bytes, let read = Self.read(mended, end) else { return nil }
      self = read
    }
  }

  private init(_ responses: [Response], token: String?) {
    self.responses = responses
    self.token = token
  }

  private static func read(
    _ bytes: [UInt8], _ end: ContinuousClock.Instant?
  ) -> Multistatus? {
    var responses: [Response] = []
    let root = XMLTree(bytes, until: end) { element in
      guard element.name == .dav("response") else { return false }
      responses += Self.responses(element)
      return true
    }
    guard let root, root.name == .dav("multistatus") else { return nil }
    let token = root.first(.dav("sync-token")).map(\.trimmed).flatMap(usableToken)
    return Multistatus(responses, token: token)
  }

  /// The maximum length of a token in bytes; each request for changes sends it back.
  private static let longestToken = 4096

  /// A token that can be sent back; nil if it is missing or too long, and then everything is listed.
  static func usableToken(_ text: String) -> String? {
    (1...longestToken).contains(text.utf8.count) ? text : nil
  }

  /// The responses in one element, which may have several addresses with the same status.
  private static func responses(_ element: XMLTree) -> [Response] {
    let status = element.first(.dav("status")).flatMap(status)
    var properties: [XMLTree.Name: XMLTree] = [:]
    for part in element.all(.dav("propstat")) where isGood(part) {
      for property in part.first(.dav("prop"))?.children ?? [] {
        properties[property.name] = property
      }
    }
    let errors = element.first(.dav("error"))?.children.map(\.name) ?? []
    return element.all(.dav("href")).map {
      Response(href: $0.trimmed, status: status, properties: properties, errors: errors)
    }
  }

  private static func isGood(_ part: XMLTree) -> Bool {
    part.first(.dav("status")).flatMap(status).map { (200..<300).contains($0) } ?? true
  }

  /// The number in `HTTP/1.1 404 Not Found`.
  private static func status(_ element: XMLTree) -> Int? {
    element.trimmed.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }
}
