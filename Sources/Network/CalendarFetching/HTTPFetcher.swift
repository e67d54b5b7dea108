import AsyncHTTPClient
import NIOCore
public import WebAddresses

/// Fetches calendars over HTTP.
public struct HTTPFetcher: CalendarFetcher {
  private let environment: FetchEnvironment

  /// Creates a fetcher.
  public init(_ environment: FetchEnvironment) {
    self.environment = environment
  }

  /// Fetches a calendar; the result is the calendar or a failure.
  public func fetch(_ request: FetchRequest) -> FetchResult {
    let loop = HTTPClient.defaultEventLoopGroup.any()
    let result = loop.makeFutureWithTask { await self.result(of: request) }
    do {
      return try result.wait()
    } catch {
      return .failed(FetchFailure(.unreachable, "the request was cancelled"))
    }
  }

  /// The result, or a failure if there is none in time.
  private func result(of request: FetchRequest) async -> FetchResult {
    let environment = environment
    return await within(.seconds(request.timeout)) {
      await FetchRun(request, environment).result()
    } ?? .failed(.timeout(request.timeout).doubtingScheme(of: request.address))
  }
}

extension CalendarFetchers {
  /// The fetchers for the network, with the environment of this process.
  public static func ofNetwork() -> CalendarFetchers {
    let fetcher = HTTPFetcher(.current())
    return CalendarFetchers(
      Dictionary(uniqueKeysWithValues: CalendarAddress.schemes.map { ($0, fetcher) }))
  }
}
