import ExactText
package import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
package import StoreAccess

/// An HTTP server on this machine, which checks the password of each request before it hands it on.
package struct WebServer: Sendable {
  private let settings: ServerSettings
  private let answering: RequestAnswering
  private let log: RequestLog

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - settings: Where it listens, and who may ask.
  ///   - passwords: The passwords of the people.
  ///   - routes: Answers the requests.
  package init(_ settings: ServerSettings, _ passwords: Passwords, routes: ServedRoutes) {
    self.settings = settings
    log = RequestLog(settings.log, prefix: settings.prefix)
    answering = RequestAnswering(settings, passwords, routes, log)
  }

  /// Answers requests until the process is asked to end; those that have begun are answered then.
  ///
  /// - Parameter began: Called with the port, if there is one, when the server listens.
  /// - Throws: `ListeningError` if the address cannot be used.
  package func run(began: @escaping @Sendable (Int?) -> Void) async throws {
    let socket = try SocketFile(settings.address)
    defer { socket?.remove() }
    var logger = log.logger
    logger.logLevel = .error
    let application = Application(
      responder: Responder(answering: answering, log: log, isBehindProxy: settings.isBehindProxy),
      server: .http1(configuration: Self.channels),
      configuration: ApplicationConfiguration(address: bindAddress(socket), backlog: 256),
      onServerRunning: { channel in
        socket?.publish()
        began(channel.localAddress?.port)
      }, logger: logger)
    do { try await application.runService() } catch {
      throw ListeningError(settings.address, error) ?? error
    }
  }

  /// The limits of headers, and of the time that a connection may take.
  private static var channels: HTTP1Channel.Configuration {
    let connections = OpenConnections()
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(connections)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
  }

  private func bindAddress(_ socket: SocketFile?) -> BindAddress {
    switch settings.address {
    case .host(let name, let port): .hostname(name, port: port)
    case .socket(let path): .unixDomainSocket(path: socket?.hiddenPath ?? path)
    }
  }
}

/// Answers the requests of connections.
private struct Responder: HTTPResponder {
  typealias Context = CallerContext

  let answering: RequestAnswering
  let log: RequestLog
  let isBehindProxy: Bool

  func respond(to request: Request, context: Context) async throws -> Response {
    let begin = ContinuousClock.now
    let caller = Caller(request, at: context.address, isBehindProxy: isBehindProxy)
    let answer = try await answering.respond(to: request, from: caller)
    log.note(request, answer, after: begin.duration(to: .now))
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    var response = Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    // Such an answer has no body, and no length of one (RFC 9110, section 8.6).
    if [204, 304].contains(answer.status) { response.headers[.contentLength] = nil }
    return response
  }
}

/// What is known of a request besides its text.
private struct CallerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address that the connection came from; nil for a Unix socket.
  let address: SocketAddress?

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    address = source.channel.remoteAddress
  }
}
