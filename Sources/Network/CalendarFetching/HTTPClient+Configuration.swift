package import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL
package import WebAddresses

extension HTTPClient.Configuration {
  /// The configuration of clients: no redirects, cookies or retries that duecal does not control.
  package static func duecalDefault(
    at address: CalendarAddress, timeout: Int, byteLimit: Int, environment: FetchEnvironment
  ) throws(FetchFailure) -> HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let file = environment.certificates { tls.trustRoots = .file(file) }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: Timeout(connect: .seconds(Int64(min(10, timeout)))),
      proxy: try environment.proxy(for: address),
      decompression: .enabled(limit: .size(byteLimit)))
    configuration.httpVersion = .http1Only
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.http1_1ConnectionDebugInitializer = { ResponseFilter.add(to: $0) }
    return configuration
  }
}
