import AsyncHTTPClient
import ExactText
import NIOCore
import WebAddresses

/// Fetches one address, with redirects and retries.
struct FetchRun {
  /// The maximum number of redirects that are followed.
  private static let redirectLimit = 5
  /// How long to wait before each retry, in milliseconds.
  private static let pauses = [500, 1500]

  private let request: FetchRequest
  private let environment: FetchEnvironment
  private let start = NIODeadline.now()

  init(_ request: FetchRequest, _ environment: FetchEnvironment) {
    self.request = request
    self.environment = environment
  }

  /// The result of the request.
  func result() async -> FetchResult {
    do throws(FetchFailure) {
      let credentials = try credentials()
      var redirects = RedirectChain(from: request.address)
      for _ in 0...Self.redirectLimit {
        let isHome = redirects.address.origin == request.address.origin
        switch try await tried(redirects.address, isHome ? credentials : nil) {
        case .calendar(let bytes, let validators): return redirects.calendar(bytes, validators)
        case .unchanged: return .unchanged(movedTo: redirects.movedTo)
        case .redirect(let location, let isPermanent): try redirects.follow(location, isPermanent)
        case .refused(let failure):
          throw isHome ? failure : failure.afterRedirect(to: redirects.address)
        }
      }
      throw FetchFailure(
        .unreachable, "more than \(Self.redirectLimit) redirects; the server redirects in a loop")
    } catch {
      return .failed(error)
    }
  }

  /// The name and the password from the address, or from `~/.netrc`.
  private func credentials() throws(FetchFailure) -> Credentials? {
    if let written = request.address.credentials { return written }
    guard let path = environment.passwordFile, let file = NetrcFile(path: path) else {
      return nil
    }
    return try file.credentials(for: request.address.host)
  }

  /// Requests an address, and retries after a temporary failure.
  private func tried(
    _ address: CalendarAddress, _ credentials: Credentials?
  ) async throws(FetchFailure) -> HTTPExchange.Result {
    var pauses = Self.pauses[...]
    while true {
      let exchange = try HTTPExchange(
        address, credentials, request: request, environment: environment)
      let outcome = await exchange.outcome()
      guard case .passing(let failure, let wished) = outcome else { return try outcome.result() }
      guard let pause = pauses.popFirst(), let pause = pauseThatFits(pause, wished) else {
        throw failure
      }
      do {
        try await Task.sleep(for: .milliseconds(pause))
      } catch {
        throw failure
      }
    }
  }

  /// How long to wait, if that leaves time for a retry.
  private func pauseThatFits(_ own: Int, _ wished: Int?) -> Int? {
    let pause = max(own, (wished ?? 0) * 1000)
    let end = start + .seconds(Int64(request.timeout))
    return NIODeadline.now() + .milliseconds(Int64(pause)) < end ? pause : nil
  }
}
