package import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import WebAddresses

extension HTTPClientResponse {
  /// The body, if it has at most a number of bytes, even after decompression.
  package func bytes(atMost limit: Int) async throws -> [UInt8] {
    let announced = headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
    guard announced <= limit else { throw FetchFailure.tooLarge(limit) }
    var bytes: [UInt8] = []
    for try await piece in body {
      guard bytes.count + piece.readableBytes <= limit else { throw FetchFailure.tooLarge(limit) }
      bytes.append(contentsOf: piece.readableBytesView)
    }
    return bytes
  }
}
