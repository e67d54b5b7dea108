import ExactText
package import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
package import StoreAccess
import WebDAV

/// An HTTP server on this machine, which checks the password of each request before it hands it on.
package struct WebServer: Sendable {
  private let address: ServerSettings.Address
  private let passwords: Passwords
  private let user: String
  private let routes: ServedRoutes

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - user: The only person who may ask.
  ///   - routes: Answers the requests.
  package init(
    at address: ServerSettings.Address, _ passwords: Passwords, user: String,
    routes: ServedRoutes
  ) {
    self.address = address
    self.passwords = passwords
    self.user = user
    self.routes = routes
  }

  /// Answers requests until the process is asked to end.
  ///
  /// - Parameter began: Called with the port when the server listens.
  package func run(began: @escaping @Sendable (Int?) -> Void) async throws {
    var logger = Logger(label: "duecal") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .error
    let application = Application(
      responder: Responder(server: self),
      server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: Self.patience)),
      configuration: ApplicationConfiguration(address: bindAddress, backlog: 256),
      onServerRunning: { began($0.localAddress?.port) }, logger: logger)
    try await application.runService()
  }

  /// The longest body of a request, in bytes.
  private static let longestBody = 16 << 20
  /// How long a connection may be silent.
  private static let patience = TimeAmount.seconds(90)

  private var bindAddress: BindAddress {
    switch address {
    case .host(let name, let port): .hostname(name, port: port)
    case .socket(let path): .unixDomainSocket(path: path)
    }
  }

  fileprivate func respond(
    to request: Request, from caller: String
  ) async throws -> ServedAnswer {
    let head = request.head
    let fields = head.headerFields.map { ($0.name.rawName, $0.value) }
    let path = head.path ?? "/"
    if path == "/healthz" { return ServedAnswer(200, type: "text/plain", Array("ok\n".utf8)) }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.longestBody)
    } catch is NIOTooManyBytesError {
      return ServedAnswer(413)
    }
    let asked = ServedRequest(
      head.method.rawValue, path, headers: fields, body: Array(body.readableBytesView))
    if let answer = await routes.open(asked) { return answer }
    // A client that looks for the server does not send its password yet.
    if path.hasSuffix("/.well-known/caldav") || asked.method == "OPTIONS" {
      return await routes.own(asked)
    }
    guard await isAllowed(asked, from: caller) else {
      return ServedAnswer(
        401, headers: [("WWW-Authenticate", "Basic realm=\"duecal\", charset=\"UTF-8\"")])
    }
    return await routes.own(asked)
  }

  /// True for a request with the name and the password of the person.
  private func isAllowed(_ request: ServedRequest, from caller: String) async -> Bool {
    guard let header = request[header: "authorization"],
      let (name, password) = BasicCredentials.read(header)
    else { return false }
    let isRight = await passwords.match(name, password, from: caller)
    return isRight && ExactString(name) == ExactString(user)
  }
}

/// Answers the requests of connections.
private struct Responder: HTTPResponder {
  typealias Context = CallerContext

  let server: WebServer

  func respond(to request: Request, context: Context) async throws -> Response {
    let answer = try await server.respond(to: request, from: context.caller)
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
  }
}

/// What is known of a request besides its text.
private struct CallerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address that the request came from.
  let caller: String

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    caller = source.channel.remoteAddress?.ipAddress ?? ""
  }
}
