import ExactText
import HTTPServing
import HTTPTypes
import HummingbirdCore
import NIOCore
import StoreAccess

/// Decides whether a request is answered, and by whom.
struct RequestAnswering: Sendable {
  private let settings: ServerSettings
  private let passwords: Passwords
  private let routes: ServedRoutes
  private let log: RequestLog

  init(
    _ settings: ServerSettings, _ passwords: Passwords, _ routes: ServedRoutes, _ log: RequestLog
  ) {
    self.settings = settings
    self.passwords = passwords
    self.routes = routes
    self.log = log
  }

  /// Answers a request; its body is read only after its password was checked.
  func respond(to request: Request, from caller: Caller) async throws -> ServedAnswer {
    let path = request.head.path ?? "/"
    if path == "/healthz" { return ServedAnswer(200, type: "text/plain", Array("ok\n".utf8)) }
    guard !request.isTooLong else { return .tooLong }
    var asked = ServedRequest(
      request.head.method.rawValue, path,
      headers: request.head.headerFields.map { ($0.name.rawName, $0.value) }
        + (request.head.authority.map { [("host", $0)] } ?? []))
    guard RequestOrigin(asked, isBehindProxy: settings.isBehindProxy).isOwn else {
      log.warn("a page of another origin asked", from: caller)
      return ServedAnswer(403)
    }
    if let answer = await routes.open(asked) { return answer }
    // A client that looks for the server does not send its password yet.
    if Self.isDiscovery(asked) { return await routes.own(asked) }
    if let refusal = await refusal(of: asked, from: caller) { return refusal }
    do {
      asked.body = Array(try await request.body.collect(upTo: Request.longestBody).readableBytesView)
    } catch is NIOTooManyBytesError {
      return .tooLong
    }
    return await routes.own(asked)
  }

  private static func isDiscovery(_ request: ServedRequest) -> Bool {
    request.method == "OPTIONS" || request.path.hasSuffix("/.well-known/caldav")
      || request.path.hasSuffix("/.well-known/caldav/")
  }

  /// The answer to a request without the name and the password of the person; nil for one with them.
  private func refusal(of request: ServedRequest, from caller: Caller) async -> ServedAnswer? {
    guard let header = request[header: "authorization"] else { return .unknown }
    guard let (name, password) = BasicCredentials.read(header) else {
      log.warn("a header Authorization that is not Basic", from: caller)
      return .unknown
    }
    switch await passwords.match(name, password, from: caller.address) {
    case .right where ExactString(name) == ExactString(settings.user): return nil
    case .right, .wrong:
      log.warn("a wrong name or password", from: caller)
      return .unknown
    case .tooMany:
      log.warn("too many passwords at once", from: caller)
      return ServedAnswer(429, headers: [("Retry-After", "10")])
    }
  }
}

extension ServedAnswer {
  /// The answer to somebody who gave no name and password, or wrong ones.
  fileprivate static let unknown = ServedAnswer(
    401, headers: [("WWW-Authenticate", "Basic realm=\"duecal\", charset=\"UTF-8\"")])

  /// The answer to a request whose body is too long; the connection ends, so that the rest need not be read.
  fileprivate static let tooLong = ServedAnswer(413, headers: [("Connection", "close")])
}

extension Request {
  /// The longest body of a request, in bytes: a text of an item, or a report on ten thousand names.
  static let longestBody = 16 << 20

  /// True if the length that the request states is too large.
  fileprivate var isTooLong: Bool {
    guard let length = head.headerFields[.contentLength] else { return false }
    return Int(length).map { $0 > Self.longestBody } ?? true
  }
}
