import ExactText
package import HTTPServing
package import StoreAccess
import UserFiles
import WebDAV

/// Gives out feeds at secret addresses: `PREFIX/feeds/TOKEN/NAME.ics`.
///
/// It knows only hashes of tokens, and what was published. Nothing of a request but its path and two conditions counts: what
/// a feed contains is decided where it is published, and never by the caller.
///
/// ```swift
/// let server = FeedServer(feeds)
/// let answer = server.answer(ServedRequest("GET", "/feeds/nu3k…/work.ics"))
/// ```
package struct FeedServer: Sendable {
  private let feeds: any PublishedFeeds
  /// The segments before the token.
  private let start: [ExactString]
  private let shelf = FeedShelf()
  /// The first segment of all addresses.
  private static let folder = "feeds"

  /// Creates a server.
  ///
  /// - Parameter prefix: What a proxy puts before all paths.
  package init(_ feeds: any PublishedFeeds, prefix: String = "") {
    self.feeds = feeds
    start = (ResourcePath.names(in: prefix) + [Self.folder]).map(ExactString.init)
  }

  /// Answers a request; nil for a path that is not below `feeds`.
  package func answer(_ request: ServedRequest) -> ServedAnswer? {
    let names = ResourcePath.names(in: request.path).map(ExactString.init)
    guard names.starts(with: start) else { return nil }
    guard ["GET", "HEAD"].contains(request.method) else { return Self.onlyReading }
    guard let name = name(at: names.dropFirst(start.count)) else { return Self.unknown }
    guard let version = feeds.version(ofFeed: name) else { return Self.unpublished }
    return shelf.form(of: version, ofFeed: name).answer(request)
  }

  // MARK: The address

  /// The name of the feed at an address; nil if there is none.
  ///
  /// The token is compared only as a hash, with all addresses and all their digits. So the time tells neither how much
  /// of a token is right, nor whether it was right once.
  private func name(at rest: ArraySlice<ExactString>) -> String? {
    let token = rest.first?.text ?? ""
    let digest = SHA256.digits(of: Array(token.utf8))
    var found: String?
    for address in feeds.addresses()
    where address.digest.isEqualInConstantTime(to: digest) {
      found = address.name
    }
    guard let found, rest.count == 2, rest.last == ExactString("\(found).ics") else { return nil }
    return found
  }

  // MARK: Answers without a feed

  /// The answer to an address that was never given or was revoked.
  private static let unknown = failure(404, "not found\n")
  private static let onlyReading = failure(
    405, "only GET and HEAD\n", [(name: "Allow", value: "GET, HEAD")])
  /// The answer before the first publication: a program asks again, and does not take the feed for empty.
  private static let unpublished = failure(
    503, "not published yet\n", [(name: "Retry-After", value: "10")])

  private static func failure(
    _ status: Int, _ text: String, _ more: [(name: String, value: String)] = []
  ) -> ServedAnswer {
    var answer = ServedAnswer(status, type: "text/plain; charset=utf-8", Array(text.utf8))
    answer.headers += [(name: "Cache-Control", value: "no-store")] + FeedHeaders.privacy + more
    return answer
  }
}
