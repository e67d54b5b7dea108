import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
package import WebAddresses

/// Explains an error of the network stack to a person.
package struct ConnectionFailure {
  /// The message; it contains nothing of the error's own text but reasons of the system.
  package let failure: FetchFailure
  /// True if a retry may succeed.
  package let mayPass: Bool

  package init(_ error: any Error, address: CalendarAddress, timeout: Int) {
    let (failure, mayPass) = Self.meaning(error, timeout)
    self.failure = failure.doubtingScheme(of: address)
    self.mayPass = mayPass
  }

  private static func meaning(_ error: any Error, _ timeout: Int) -> (FetchFailure, Bool) {
    switch error {
    case let error as NIOConnectionError: return (unconnected(error), true)
    case let error as HTTPClientError: return client(error, timeout)
    case let error as NIOSSLError: return (.certificate(error), false)
    case is NIOSSLExtraError: return (.otherHost, false)
    case is BoringSSLError:
      return (FetchFailure(.unreachable, "the server does not follow the TLS protocol"), false)
    case NIOHTTPDecompression.DecompressionError.limit: return (.tooLargeUnpacked, false)
    case is NIOHTTPDecompression.DecompressionError,
      is NIOHTTPDecompression.ExtraDecompressionError:
      return (
        FetchFailure(.noCalendar, "the answer is compressed and cannot be decompressed"), false
      )
    case let error as ResponseFilter.Refusal: return (refused(error), false)
    case HTTPParserError.invalidEOFState: return (.brokenOff, true)
    case is HTTPParserError:
      return (FetchFailure(.unreachable, "the server does not answer in HTTP"), false)
    case let error as IOError: return (.system(error.errnoCode), true)
    case is ChannelError: return (.brokenOff, true)
    default: return (FetchFailure(.unreachable, "the connection fails"), true)
    }
  }

  private static func refused(_ refusal: ResponseFilter.Refusal) -> FetchFailure {
    switch refusal {
    case .status(let code):
      FetchFailure(.unreachable, "the server answers with \(code), which is not a status of HTTP")
    case .announcements:
      FetchFailure(.unreachable, "the server sends interim answers (1xx) without end")
    }
  }

  private static func client(_ error: HTTPClientError, _ timeout: Int) -> (FetchFailure, Bool) {
    switch error {
    case .remoteConnectionClosed: (.brokenOff, true)
    case .connectTimeout:
      (FetchFailure(.unreachable, "no connection within \(min(10, timeout)) s"), true)
    case .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .deadlineExceeded, .cancelled,
      .readTimeout, .getConnectionFromPoolTimeout:
      (.timeout(timeout), false)
    case .proxyAuthenticationRequired:
      (FetchFailure(.forbidden, "the proxy asks for a name and a password"), false)
    case .invalidProxyResponse:
      (FetchFailure(.unreachable, "the proxy does not connect to the server"), false)
    default: (FetchFailure(.unreachable, "the connection fails: \(error.shortDescription)"), false)
    }
  }

  /// The failure for a missing connection: an unknown host name, or the reason of the system.
  private static func unconnected(_ error: NIOConnectionError) -> FetchFailure {
    for attempt in error.connectionErrors {
      if let reason = attempt.error as? IOError { return .system(reason.errnoCode) }
      if attempt.error is ChannelError {
        return FetchFailure(.unreachable, "no connection in time")
      }
    }
    if error.connectionErrors.isEmpty {
      return FetchFailure(.unreachable, "there is no host of this name, or no network")
    }
    return FetchFailure(.unreachable, "there is no connection to the server")
  }
}
