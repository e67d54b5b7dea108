#if Network
import AsyncHTTPClient
import CalendarFetching
import ExactText
import NIOCore
import NIOHTTP1
import NIOPosix
import WebAddresses

/// A way to one server, on which questions are asked one after the other or several at once.
final class DAVConnection: Sendable {
  /// Why a question has no answer.
  enum Failure: Error {
    /// Nothing was done.
    case refused(FetchFailure)
    /// The question was sent, and what became of it is not known.
    case lost(FetchFailure)

    var failure: FetchFailure {
      switch self {
      case .refused(let failure), .lost(let failure): failure
      }
    }
  }

  /// How long to wait for a server.
  struct Time: Sendable {
    /// How long one answer may take, in seconds.
    let answer: Int
    /// When to stop waiting for the server, whatever is done by then; nil for no limit.
    let end: ContinuousClock.Instant?

    /// The time that is left.
    func left() -> Duration { end.map { $0 - .now } ?? .seconds(Int32.max) }
  }

  /// The most redirects that are followed.
  private static let redirectLimit = 5
  /// How large an answer may be, in bytes.
  static let byteLimit = 64 << 20
  /// How long is waited before another try, in milliseconds.
  private static let pauses = [300, 1000, 2500]
  /// How long a server may ask us to wait, in seconds.
  private static let longestWait = 60

  /// Where a password may be sent.
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
      at: origin, timeout: time.answer, byteLimit: Self.byteLimit, environment: environment)
    client = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
  }

  deinit { client.shutdown { _ in } }

  /// Asks, follows redirects where nothing is changed, and tries again where it may go better.
  ///
  /// What is asked once more after an answer was lost is asked `anew`, on a connection of its own: a server that ends
  /// connections without a word ends the one that is kept just when it is used.
  func ask(_ question: DAVRequest, anew: Bool = false) async throws(Failure) -> DAVResponse {
    var question = question
    for _ in 0...Self.redirectLimit {
      let answer = try await tried(question, anew: anew)
      guard [301, 302, 303, 307, 308].contains(answer.status), question.isSafe,
        let location = answer.values(of: "location").first
      else { return answer }
      question.address = try next(location, from: question.address)
    }
    throw .refused(FetchFailure(.unreachable, "the server sends us in circles"))
  }

  /// Asks for what may be asked for twice, and does so where an answer is lost.
  func askAgain(_ question: DAVRequest) async throws(Failure) -> DAVResponse {
    do throws(Failure) {
      return try await ask(question)
    } catch {
      guard case .lost = error else { throw error }
      try await wait(milliseconds: Self.pauses[0], error)
      return try await ask(question, anew: true)
    }
  }

  /// Where a redirect leads: never out of TLS.
  private func next(
    _ location: String, from address: CalendarAddress
  ) throws(Failure) -> CalendarAddress {
    guard let next = try? address.redirected(to: location),
      next.isEncrypted || !address.isEncrypted
    else {
      throw .refused(
        FetchFailure(.unreachable, "the server redirects to where it must not be followed"))
    }
    guard isTrusted(next) else {
      throw .refused(
        FetchFailure(
          .forbidden,
          "the server redirects to \(next.origin), which is given no password; write that address if it is meant"
        ))
    }
    return next
  }

  /// True if the password may be sent there: it is for one server, and for the many that are iCloud.
  func isTrusted(_ address: CalendarAddress) -> Bool {
    if address.origin == origin.origin { return true }
    let isCloud = [address, origin].allSatisfy {
      $0.isEncrypted && $0.host.hasSuffix(".icloud.com")
    }
    return isCloud && address.port == origin.port
  }

  /// An address from a server's answer, if the password may be sent there.
  func trusted(_ href: String, from place: CalendarAddress) -> CalendarAddress? {
    (try? place.redirected(to: href)).flatMap { isTrusted($0) ? $0 : nil }
  }

  private func tried(_ question: DAVRequest, anew: Bool) async throws(Failure) -> DAVResponse {
    var pauses = Self.pauses[...]
    var anew = anew
    while true {
      let answer: DAVResponse
      do throws(Failure) {
        answer = try await once(question, anew: anew)
      } catch {
        guard question.isSafe, let pause = pauses.popFirst() else { throw error }
        guard case .lost = error else { throw error }
        try await wait(milliseconds: pause, error)
        anew = true
        continue
      }
      guard let pause = pause(of: answer, pauses.popFirst()) else { return answer }
      try await wait(milliseconds: pause, .refused(.answer(answer.status, credentials)))
    }
  }

  /// How long to wait before the same question; nil where the answer is the answer.
  private func pause(of answer: DAVResponse, _ own: Int?) -> Int? {
    guard answer.status == 429 || answer.status == 503, let own else { return nil }
    guard let wish = answer.values(of: "retry-after").first,
      let seconds = RetryAfter.seconds(wish, serverDate: answer.values(of: "date").first)
    else { return own }
    return seconds <= Self.longestWait ? max(own, seconds * 1000) : nil
  }

  private func wait(milliseconds: Int, _ failure: Failure) async throws(Failure) {
    let pause = Duration.milliseconds(milliseconds)
    guard time.left() > pause else { throw failure }
    do { try await Task.sleep(for: pause) } catch { throw failure }
  }

  private func once(_ question: DAVRequest, anew: Bool) async throws(Failure) -> DAVResponse {
    let left = time.left()
    guard left > .zero else { throw .refused(.outOfTime) }
    let result = await within(min(.seconds(time.answer), left)) {
      anew ? await self.resultAnew(question) : await self.result(question, on: self.client)
    }
    guard let result else {
      throw .lost(time.left() > .zero ? .timeout(time.answer) : .outOfTime)
    }
    return try result.get()
  }

  /// Asks on a connection that no answer has come from yet.
  private func resultAnew(_ question: DAVRequest) async -> Result<DAVResponse, Failure> {
    let client = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    let result = await result(question, on: client)
    try? await client.shutdown()
    return result
  }

  private func result(
    _ question: DAVRequest, on client: HTTPClient
  ) async -> Result<DAVResponse, Failure> {
    do {
      return .success(try await answer(to: question, on: client))
    } catch let failure as FetchFailure {
      return .failure(.lost(failure))
    } catch {
      let failure = ConnectionFailure(error, address: question.address, timeout: time.answer)
      return .failure(Self.wasSent(error) ? .lost(failure.failure) : .refused(failure.failure))
    }
  }

  private func answer(to question: DAVRequest, on client: HTTPClient) async throws -> DAVResponse {
    let answer = try await client.execute(request(question), timeout: .seconds(Int64(time.answer)))
    return DAVResponse(
      status: Int(answer.status.code),
      headers: answer.headers.map { ($0.name, $0.value) },
      body: try await answer.bytes(atMost: Self.byteLimit), address: question.address,
      end: time.end)
  }

  /// False where there was no connection at all.
  private static func wasSent(_ error: any Error) -> Bool {
    if error is NIOConnectionError { return false }
    return (error as? HTTPClientError) != .connectTimeout
  }

  private func request(_ question: DAVRequest) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: question.address.url)
    request.method = HTTPMethod(rawValue: question.method)
    request.headers = HTTPHeaders(question.headers)
    request.headers.add(name: "User-Agent", value: agent)
    // A packed resource may have another tag than the resource; only what is said of many is long.
    if question.method == "PROPFIND" || question.method == "REPORT" {
      request.headers.add(name: "Accept-Encoding", value: "gzip")
    }
    if let depth = question.depth { request.headers.add(name: "Depth", value: "\(depth)") }
    if let credentials, isTrusted(question.address) {
      request.setBasicAuth(username: credentials.user, password: credentials.password)
    }
    if !question.body.isEmpty { request.body = .bytes(question.body) }
    return request
  }
}

extension FetchFailure {
  fileprivate static let oddXML = FetchFailure(
    .unreachable,
    "the answer is XML that is not read: it has another encoding than UTF-8, a document type, or more elements and "
      + "attributes in one place than a server has reason for")
}

extension DAVConnection {
  /// What a status says that is not the one hoped for.
  func failure(_ answer: DAVResponse) -> FetchFailure {
    let challenges = answer.values(of: "www-authenticate").map { $0.lowercased() }
    let isOther =
      answer.status == 401 && !challenges.isEmpty
      && !challenges.contains { $0.contains("basic") }
    if isOther {
      return FetchFailure(
        .forbidden, "the server takes no password as it is (Basic), and nothing else is spoken here"
      )
    }
    if time.left() <= .zero { return .outOfTime }
    if answer.status == 207, !XMLCheck.isSound(answer.body) { return .oddXML }
    if answer.status == 200 || answer.status == 207 {
      return FetchFailure(
        .unreachable, "the answer is none of CalDAV; perhaps the network wants you to log in first")
    }
    return .answer(answer.status, credentials)
  }

  /// What a server says of resources.
  func multistatus(_ question: DAVRequest) async throws(Failure) -> Multistatus {
    let answer = try await ask(question)
    guard let all = answer.multistatus else { throw .refused(failure(answer)) }
    return all
  }
}
#endif
