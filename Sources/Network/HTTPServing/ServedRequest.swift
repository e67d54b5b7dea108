import ExactText

/// A request, as the part that reads connections hands it over.
package struct ServedRequest: Sendable {
  /// The method, in capitals.
  package let method: String
  /// The path as it was sent, percent-encoded, without a query.
  package let path: String
  /// The body.
  package var body: [UInt8]
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
  package var depth: Int { self[header: "depth"].map { $0 == "0" ? 0 : 1 } ?? 1 }
}
