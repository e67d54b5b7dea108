import AsyncHTTPClient
import ExactText
import NIOCore
import NIOHTTP1
import WebAddresses

/// One request to one server, and its response.
struct HTTPExchange {
  /// The response of a server.
  enum Result {
    case calendar(bytes: [UInt8], FetchValidators?)
    case unchanged
    case redirect(to: String, isPermanent: Bool)
    case refused(FetchFailure)
  }

  /// The outcome: a response, a failure, or a failure after which a retry may succeed.
  enum Outcome {
    case answered(Result)
    case failed(FetchFailure)
    /// A temporary failure, with the seconds to wait if the server names them.
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

  /// Sends the request, and reads the response.
  func outcome() async -> Outcome {
    let client = HTTPClient(
      eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    let outcome = await outcome(client)
    try? await client.shutdown()
    return outcome
  }

  private func outcome(_ client: HTTPClient) async -> Outcome {
    do {
      let response = try await client.execute(
        httpRequest, timeout: .seconds(Int64(request.timeout)))
      return try await outcome(response)
    } catch let failure as FetchFailure {
      return .failed(failure)
    } catch {
      let failure = ConnectionFailure(error, address: request.address, timeout: request.timeout)
      return failure.mayPass ? .passing(failure.failure, after: nil) : .failed(failure.failure)
    }
  }

  /// The request to send.
  private var httpRequest: HTTPClientRequest {
    var httpRequest = HTTPClientRequest(url: address.url)
    httpRequest.headers = [
      "User-Agent": request.agent, "Accept": "text/calendar, */*;q=0.5", "Accept-Encoding": "gzip",
    ]
    if let validators {
      if let etag = validators.etag { httpRequest.headers.add(name: "If-None-Match", value: etag) }
      if let date = validators.lastModified {
        httpRequest.headers.add(name: "If-Modified-Since", value: date)
      }
    }
    if let credentials {
      httpRequest.setBasicAuth(username: credentials.user, password: credentials.password)
    }
    return httpRequest
  }

  /// The validators, if they belong to this address and can be sent.
  private var validators: FetchValidators? {
    guard let validators = request.validators, validators.url == address.url else { return nil }
    let values = [validators.etag, validators.lastModified].compactMap { $0 }
    return !values.isEmpty && values.allSatisfy(Self.isValidator) ? validators : nil
  }

  /// True for a validator that can be stored and sent back.
  private static func isValidator(_ value: String) -> Bool {
    (1...1024).contains(value.utf8.count) && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private func outcome(_ response: HTTPClientResponse) async throws -> Outcome {
    let code = Int(response.status.code)
    switch code {
    case 200: return .answered(try await calendar(response))
    case 304 where validators != nil: return .answered(.unchanged)
    case 301, 302, 303, 307, 308:
      guard let location = response.headers.first(name: "Location") else { break }
      return .answered(.redirect(to: location, isPermanent: code == 301 || code == 308))
    case 429, 500...599:
      let wish = response.headers.first(name: "Retry-After")
      guard let wish else { return .passing(.httpStatus(code, credentials), after: nil) }
      // A date would be later than this run waits.
      guard let seconds = Int(wish), (0...86_400).contains(seconds) else { break }
      return .passing(.httpStatus(code, credentials), after: seconds)
    default: break
    }
    return .answered(.refused(.httpStatus(code, credentials)))
  }

  /// The calendar in a response, if it is complete.
  private func calendar(_ response: HTTPClientResponse) async throws -> Result {
    let type = response.headers.first(name: "Content-Type")?.prefix { $0 != ";" }.lowercased()
    if type == "text/html" { throw FetchFailure.page }
    let encodings = response.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
    if let other = encodings.first(where: { $0 != "gzip" && $0 != "identity" }) {
      throw FetchFailure(
        .noCalendar, "the answer is encoded as \(other.prefix(20)), which was not requested")
    }
    let bytes = try await response.bytes(atMost: request.byteLimit)
    if let failure = CalendarBytes.failure(bytes) { throw failure }
    let etag = response.headers.first(name: "ETag").flatMap { Self.isValidator($0) ? $0 : nil }
    let date = response.headers.first(name: "Last-Modified").flatMap {
      Self.isValidator($0) ? $0 : nil
    }
    let isKnownAgain = etag != nil || date != nil
    return .calendar(
      bytes: bytes,
      isKnownAgain ? FetchValidators(url: address.url, etag: etag, lastModified: date) : nil)
  }
}
