#if Network
import AsyncHTTPClient
import ExactText
import NIOCore
import NIOHTTP1
import WebAddresses

/// One question to one server, and its answer.
struct HTTPExchange {
  /// What a server answered.
  enum Result {
    case calendar(bytes: [UInt8], FetchValidators?)
    case unchanged
    case redirect(to: String, isPermanent: Bool)
    case refused(FetchFailure)
  }

  /// How it went: with an answer, without one, or so that the next try may go better.
  enum Outcome {
    case answered(Result)
    case failed(FetchFailure)
    /// After so many seconds, where the server says how many.
    case passing(FetchFailure, after: Int?)

    func result() throws(FetchFailure) -> Result {
      switch self {
      case .answered(let result): return result
      case .failed(let failure), .passing(let failure, _): throw failure
      }
    }
  }

  private let address: CalendarAddress
  private let credentials: Credentials?
  private let request: FetchRequest
  private let configuration: HTTPClient.Configuration

  init(
    _ address: CalendarAddress, _ credentials: Credentials?, request: FetchRequest,
    environment: FetchEnvironment
  ) throws(FetchFailure) {
    self.address = address
    self.credentials = credentials
    self.request = request
    configuration = try .duecalDefault(
      at: address, timeout: request.timeout, byteLimit: request.byteLimit,
      environment: environment)
  }

  /// Asks, and reads the answer.
  func outcome() async -> Outcome {
    let client = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    let outcome = await outcome(client)
    try? await client.shutdown()
    return outcome
  }

  private func outcome(_ client: HTTPClient) async -> Outcome {
    do {
      let answer = try await client.execute(question, timeout: .seconds(Int64(request.timeout)))
      return try await outcome(answer)
    } catch let failure as FetchFailure {
      return .failed(failure)
    } catch {
      let failure = ConnectionFailure(error, address: request.address, timeout: request.timeout)
      return failure.mayPass ? .passing(failure.failure, after: nil) : .failed(failure.failure)
    }
  }

  /// What is sent.
  private var question: HTTPClientRequest {
    var question = HTTPClientRequest(url: address.url)
    question.headers = [
      "User-Agent": request.agent, "Accept": "text/calendar, */*;q=0.5", "Accept-Encoding": "gzip",
    ]
    if let validators {
      if let etag = validators.etag { question.headers.add(name: "If-None-Match", value: etag) }
      if let date = validators.lastModified {
        question.headers.add(name: "If-Modified-Since", value: date)
      }
    }
    if let credentials {
      question.setBasicAuth(username: credentials.user, password: credentials.password)
    }
    return question
  }

  /// The validators, if they are for this address and can be sent.
  private var validators: FetchValidators? {
    guard let validators = request.validators, validators.url == address.url else { return nil }
    let values = [validators.etag, validators.lastModified].compactMap { $0 }
    return !values.isEmpty && values.allSatisfy(Self.isValidator) ? validators : nil
  }

  /// True for what can be kept and sent back.
  private static func isValidator(_ value: String) -> Bool {
    (1...1024).contains(value.utf8.count) && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private func outcome(_ answer: HTTPClientResponse) async throws -> Outcome {
    let code = Int(answer.status.code)
    switch code {
    case 200: return .answered(try await calendar(answer))
    case 304 where validators != nil: return .answered(.unchanged)
    case 301, 302, 303, 307, 308:
      guard let location = answer.headers.first(name: "Location") else { break }
      return .answered(.redirect(to: location, isPermanent: code == 301 || code == 308))
    case 429, 500...599:
      let wish = answer.headers.first(name: "Retry-After")
      guard let wish else { return .passing(.answer(code, credentials), after: nil) }
      // A date is later than this run would wait.
      guard let seconds = Int(wish), (0...86_400).contains(seconds) else { break }
      return .passing(.answer(code, credentials), after: seconds)
    default: break
    }
    return .answered(.refused(.answer(code, credentials)))
  }

  /// The calendar in an answer, if it is one and whole.
  private func calendar(_ answer: HTTPClientResponse) async throws -> Result {
    let type = answer.headers.first(name: "Content-Type")?.prefix { $0 != ";" }.lowercased()
    if type == "text/html" { throw FetchFailure.page }
    let encodings = answer.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    if let other = encodings.first(where: { $0 != "gzip" && $0 != "identity" }) {
      throw FetchFailure(
        .noCalendar, "the answer is encoded as \(other.prefix(20)), which nobody asked for")
    }
    let bytes = try await answer.bytes(atMost: request.byteLimit)
    if let failure = CalendarBytes.failure(bytes) { throw failure }
    let etag = answer.headers.first(name: "ETag").flatMap { Self.isValidator($0) ? $0 : nil }
    let date = answer.headers.first(name: "Last-Modified").flatMap {
      Self.isValidator($0) ? $0 : nil
    }
    let isKnownAgain = etag != nil || date != nil
    return .calendar(
      bytes: bytes,
      isKnownAgain ? FetchValidators(url: address.url, etag: etag, lastModified: date) : nil)
  }
}
#endif
