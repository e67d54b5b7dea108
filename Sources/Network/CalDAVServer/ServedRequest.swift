import ExactText
import WebDAV

/// A request, as the part that reads connections hands it over.
package struct ServedRequest: Sendable {
  /// The method, in capitals.
  package let method: String
  /// The path as it was sent, percent-encoded, without a query.
  package let path: String
  /// The body.
  package let body: [UInt8]
  private let headers: ExactDictionary<String>

  /// Creates a request.
  ///
  /// - Parameter headers: The headers, in any case; of several with one name the last counts.
  package init(
    _ method: String, _ path: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = String(path.prefix { $0 != "?" && $0 != "#" })
    self.body = body
    self.headers = ExactDictionary(
      headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { $1 })
  }

  /// The value of a header; nil if it is missing.
  package subscript(header name: String) -> String? { headers[name.lowercased()] }

  /// How far the answer reaches: the resource alone, or its members too; without the header everything is asked for.
  var depth: Int { self[header: "depth"].map { $0 == "0" ? 0 : 1 } ?? 1 }
}

/// The answer to a request.
package struct ServedAnswer: Sendable {
  /// The status of HTTP.
  package var status: Int
  /// The headers, without the length of the body.
  package var headers: [(name: String, value: String)] = []
  /// The body.
  package var body: [UInt8] = []

  /// Creates an answer without a body.
  package init(_ status: Int, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.headers = headers
  }

  /// Creates an answer with a body.
  package init(_ status: Int, type: String, _ body: [UInt8]) {
    self.status = status
    headers = [("Content-Type", type)]
    self.body = body
  }

  /// An answer in iCalendar.
  static func calendar(_ bytes: [UInt8]) -> ServedAnswer {
    ServedAnswer(200, type: "text/calendar; charset=utf-8", bytes)
  }

  /// An answer in XML.
  static func xml(_ status: Int, _ text: String) -> ServedAnswer {
    ServedAnswer(
      status, type: "application/xml; charset=utf-8", Array((DAVText.head + text).utf8))
  }

  /// A condition that was not met (RFC 4918, section 16).
  static func failed(_ status: Int, _ condition: XMLTree.Name) -> ServedAnswer {
    xml(status, DAVText.root("error", DAVText.tag(condition)))
  }
}
