import AsyncHTTPClient
import CalendarFetching
import ExactText
import NIOCore
import NIOHTTP1
import NIOPosix
import WebAddresses
import WebDAV

/// Sends requests to one server, one after the other or several at once.
final class DAVConnection: Sendable {
  /// Why there is no response.
  enum Failure: Error {
    /// The request was refused; nothing was changed.
    case refused(FetchFailure)
    /// The request was sent, and its result is unknown.
    case lost(FetchFailure)

    var failure: FetchFailure {
      switch self {
      case .refused(let failure), .lost(let failure): failure
      }
    }
  }

  /// Time limits for a server.
  struct Time: Sendable {
    /// The maximum time for one response, in seconds.
    let response: Int
    /// When to stop waiting for the server, even if the work is not finished; nil for no limit.
    let end: ContinuousClock.Instant?

    /// The time that is left.
    func left() -> Duration { end.map { $0 - .now } ?? .seconds(Int32.max) }
  }

  /// The maximum number of redirects that are followed.
  private static let redirectLimit = 5
  /// The maximum size of a response, in bytes.
  static let byteLimit = 64 << 20
  /// How long to wait before each retry, in milliseconds.
  private static let pauses = [300, 1000, 2500]
  /// The longest `Retry-After` that is accepted, in seconds.
  private static let longestWait = 60

  /// The server to which the password may be sent.
  private let origin: CalendarAddress
  private let credentials: Credentials?
  private let time: Time
  private let agent: String
  private let configuration: HTTPClient.Configuration
  private let client: HTTPClient

  init(
    to origin: CalendarAddress, _ credentials: Credentials?, time: Time, agent: String,
    environment: FetchEnvironment
  ) throws(FetchFailure) {
    self.origin = origin
    self.credentials = credentials
    self.time = time
    self.agent = agent
    configuration = try .duecalDefault(
      at: origin, timeout: time.response, byteLimit: Self.byteLimit, environment: environment)
    client = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
  }

  deinit { client.shutdown { _ in } }

  /// Sends a request, follows redirects unless it changes something, and retries after temporary errors.
  ///
  /// A request that is repeated after a lost response uses a new connection: a server may silently close a kept
  /// connection just when it is used.
  func send(_ request: DAVRequest, onNewConnection: Bool = false) async throws(Failure)
    -> DAVResponse
  {
    var request = request
    for _ in 0...Self.redirectLimit {
      let response = try await sendRetrying(request, onNewConnection: onNewConnection)
      guard [301, 302, 303, 307, 308].contains(response.status), request.isSafe,
        let location = response.values(of: "location").first
      else { return response }
      request.address = try next(location, from: request.address)
    }
    throw .refused(FetchFailure(.unreachable, "the server redirects in a loop"))
  }

  /// Sends a request that is safe to repeat, and repeats it if the response is lost.
  func sendWithRetry(_ request: DAVRequest) async throws(Failure) -> DAVResponse {
    do throws(Failure) {
      return try await send(request)
    } catch {
      guard case .lost = error else { throw error }
      try await wait(milliseconds: Self.pauses[0], error)
      return try await send(request, onNewConnection: true)
    }
  }

  /// The address of a redirect; refuses to leave TLS.
  private func next(
    _ location: String, from address: CalendarAddress
  ) throws(Failure) -> CalendarAddress {
    guard let next = try? address.redirected(to: location),
      next.isEncrypted || !address.isEncrypted
    else {
      throw .refused(
        FetchFailure(.unreachable, "the server redirects to an address that is not safe to follow"))
    }
    guard isTrusted(next) else {
      throw .refused(
        FetchFailure(
          .forbidden,
          "the server redirects to \(next.origin), which does not get the password; use that "
            + "address if it is the right one"
        ))
    }
    return next
  }

  /// True if the password may be sent to an address: to the original server, or for iCloud to its many servers.
  func isTrusted(_ address: CalendarAddress) -> Bool {
    if address.origin == origin.origin { return true }
    let isCloud = [address, origin].allSatisfy {
      $0.isEncrypted && $0.host.hasSuffix(".icloud.com")
    }
    return isCloud && address.port == origin.port
  }

  /// An address from a server's response, if the password may be sent there.
  func trusted(_ href: String, from place: CalendarAddress) -> CalendarAddress? {
    (try? place.redirected(to: href)).flatMap { isTrusted($0) ? $0 : nil }
  }

  private func sendRetrying(_ request: DAVRequest, onNewConnection: Bool) async throws(Failure)
    -> DAVResponse
  {
    var pauses = Self.pauses[...]
    var onNewConnection = onNewConnection
    while true {
      let response: DAVResponse
      do throws(Failure) {
        response = try await sendOnce(request, onNewConnection: onNewConnection)
      } catch {
        guard request.isSafe, let pause = pauses.popFirst() else { throw error }
        guard case .lost = error else { throw error }
        try await wait(milliseconds: pause, error)
        onNewConnection = true
        continue
      }
      guard let pause = pause(of: response, pauses.popFirst()) else { return response }
      try await wait(milliseconds: pause, .refused(.httpStatus(response.status, credentials)))
    }
  }

  /// How long to wait before repeating the request; nil if the response is final.
  private func pause(of response: DAVResponse, _ own: Int?) -> Int? {
    guard response.status == 429 || response.status == 503, let own else { return nil }
    guard let wish = response.values(of: "retry-after").first,
      let seconds = RetryAfter.seconds(wish, serverDate: response.values(of: "date").first)
    else { return own }
    return seconds <= Self.longestWait ? max(own, seconds * 1000) : nil
  }

  private func wait(milliseconds: Int, _ failure: Failure) async throws(Failure) {
    let pause = Duration.milliseconds(milliseconds)
    guard time.left() > pause else { throw failure }
    do { try await Task.sleep(for: pause) } catch { throw failure }
  }

  private func sendOnce(_ request: DAVRequest, onNewConnection: Bool) async throws(Failure)
    -> DAVResponse
  {
    let left = time.left()
    guard left > .zero else { throw .refused(.outOfTime) }
    let result = await within(min(.seconds(time.response), left)) {
      onNewConnection
        ? await self.resultOnNewConnection(request) : await self.result(request, on: self.client)
    }
    guard let result else {
      throw .lost(time.left() > .zero ? .timeout(time.response) : .outOfTime)
    }
    return try result.get()
  }

  /// Sends a request on a connection that has not been used before.
  private func resultOnNewConnection(_ request: DAVRequest) async -> Result<DAVResponse, Failure> {
    let client = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    let result = await result(request, on: client)
    try? await client.shutdown()
    return result
  }

  private func result(
    _ request: DAVRequest, on client: HTTPClient
  ) async -> Result<DAVResponse, Failure> {
    do {
      return .success(try await response(to: request, on: client))
    } catch let failure as FetchFailure {
      return .failure(.lost(failure))
    } catch {
      let failure = ConnectionFailure(error, address: request.address, timeout: time.response)
      return .failure(Self.wasSent(error) ? .lost(failure.failure) : .refused(failure.failure))
    }
  }

  private func response(to request: DAVRequest, on client: HTTPClient) async throws -> DAVResponse {
    let response = try await client.execute(
      httpRequest(request), timeout: .seconds(Int64(time.response)))
    return DAVResponse(
      status: Int(response.status.code),
      headers: response.headers.map { ($0.name, $0.value) },
      body: try await response.bytes(atMost: Self.byteLimit), address: request.address,
      end: time.end)
  }

  /// False if there was no connection at all.
  private static func wasSent(_ error: any Error) -> Bool {
    if error is NIOConnectionError { return false }
    return (error as? HTTPClientError) != .connectTimeout
  }

  private func httpRequest(_ request: DAVRequest) -> HTTPClientRequest {
    var http = HTTPClientRequest(url: request.address.url)
    http.method = HTTPMethod(rawValue: request.method)
    http.headers = HTTPHeaders(request.headers)
    http.headers.add(name: "User-Agent", value: agent)
    // A compressed resource may have another ETag, so only the long reports are requested with compression.
    if request.method == "PROPFIND" || request.method == "REPORT" {
      http.headers.add(name: "Accept-Encoding", value: "gzip")
    }
    if let depth = request.depth { http.headers.add(name: "Depth", value: "\(depth)") }
    if let credentials, isTrusted(request.address) {
      http.setBasicAuth(username: credentials.user, password: credentials.password)
    }
    if !request.body.isEmpty { http.body = .bytes(request.body) }
    return http
  }
}

extension FetchFailure {
  fileprivate static let oddXML = FetchFailure(
    .unreachable,
    "the answer is XML that duecal refuses: it is not UTF-8, or has a document type, or too many "
      + "elements or attributes in one place")
}

extension DAVConnection {
  /// The error for an unexpected status.
  func failure(_ response: DAVResponse) -> FetchFailure {
    let challenges = response.values(of: "www-authenticate").map { $0.lowercased() }
    let isOther =
      response.status == 401 && !challenges.isEmpty
      && !challenges.contains { $0.contains("basic") }
    if isOther {
      return FetchFailure(
        .forbidden,
        "the server does not accept Basic authentication, the only kind that duecal supports"
      )
    }
    if time.left() <= .zero { return .outOfTime }
    if response.status == 207, !XMLCheck.isSound(response.body) { return .oddXML }
    if response.status == 200 || response.status == 207 {
      return FetchFailure(
        .unreachable, "the answer is not CalDAV; perhaps the network asks you to log in first")
    }
    return .httpStatus(response.status, credentials)
  }

  /// Sends a request and reads the response about several resources.
  func multistatus(_ request: DAVRequest) async throws(Failure) -> Multistatus {
    let response = try await send(request)
    guard let all = response.multistatus else { throw .refused(failure(response)) }
    return all
  }
}
