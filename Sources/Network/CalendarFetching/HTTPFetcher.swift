#if Network
import AsyncHTTPClient
import NIOCore
public import WebAddresses

/// Brings calendars over HTTP.
public struct HTTPFetcher: CalendarFetcher {
  private let environment: FetchEnvironment

  /// Creates a fetcher.
  public init(_ environment: FetchEnvironment) {
    self.environment = environment
  }

  /// Brings a calendar, or says why it does not.
  public func fetch(_ request: FetchRequest) -> FetchAnswer {
    let loop = HTTPClient.defaultEventLoopGroup.any()
    let answer = loop.makeFutureWithTask { await self.answer(to: request) }
    do {
      return try answer.wait()
    } catch {
      return .failed(FetchFailure(.unreachable, "the request was given up"))
    }
  }

  /// The answer, or that there was none in time.
  private func answer(to request: FetchRequest) async -> FetchAnswer {
    let environment = environment
    return await within(.seconds(request.timeout)) {
      await FetchRun(request, environment).answer()
    } ?? .failed(.timeout(request.timeout).doubtingScheme(of: request.address))
  }
}

extension CalendarFetchers {
  /// Those of the network, as this process sees it.
  public static func ofNetwork() -> CalendarFetchers {
    let fetcher = HTTPFetcher(.current())
    return CalendarFetchers(
      Dictionary(uniqueKeysWithValues: CalendarAddress.schemes.map { ($0, fetcher) }))
  }
}
#endif
