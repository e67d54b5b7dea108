import ExactText

/// The answer to a request.
package struct ServedAnswer: Sendable {
  /// The status of HTTP.
  package var status: Int
  /// The headers, without the length of the body.
  package var headers: [(name: String, value: String)] = []
  /// The body.
  package var body: [UInt8] = []
  /// Why a request is not carried out, for the log of the server; no client is told it.
  package var reason: String?

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

  /// The answer without its body if only its head was asked for, which then says how long the body is.
  package func fitting(_ request: ServedRequest) -> ServedAnswer {
    guard request.method == "HEAD" else { return self }
    var head = self
    head.headers.append((name: "Content-Length", value: "\(body.count)"))
    head.body = []
    return head
  }

  /// An answer in iCalendar.
  package static func calendar(_ bytes: [UInt8]) -> ServedAnswer {
    ServedAnswer(200, type: "text/calendar; charset=utf-8", bytes)
  }
}
