import ExactText
import HTTPServing
import StoreAccess
import UserFiles
import WebDAV

/// A version of a feed in the forms in which it is sent, with their headers.
struct FeedForm: Sendable {
  /// The version.
  let version: FeedVersion
  /// The time of the version for headers, in seconds since 1970.
  private let seconds: Int
  private let plain: Coding
  /// The compressed form; nil if it would not be shorter.
  private let gzip: Coding?

  /// A form with an entity tag of its own, as the standard demands of a strong tag (RFC 9110, section 8.8.3).
  private struct Coding: Sendable {
    let bytes: [UInt8]
    let tag: String
    var name: String?
  }

  /// Makes the forms of a version.
  ///
  /// - Parameter former: The form of the version before. If both were published in the same second, the new one counts
  ///   as published in the next second: otherwise a program that sends only the time would never see it.
  init(of version: FeedVersion, after former: FeedForm?) {
    self.version = version
    seconds = max(version.seconds, former.map { $0.seconds + 1 } ?? version.seconds)
    let digest = SHA256.digits(of: version.bytes).prefix(32)
    plain = Coding(bytes: version.bytes, tag: "\"\(digest)\"")
    let packed = GzipBytes.compressing(version.bytes)
    gzip = packed.flatMap { packed in
      packed.count < version.bytes.count
        ? Coding(bytes: packed, tag: "\"\(digest)-gzip\"", name: "gzip") : nil
    }
  }

  /// Answers a request for the feed.
  func answer(_ request: ServedRequest) -> ServedAnswer {
    let coding = coding(for: request)
    var headers = [(name: "ETag", value: coding.tag)]
    if let time = HTTPDate.text(seconds) { headers.append((name: "Last-Modified", value: time)) }
    if isKnown(to: request, coding) {
      return ServedAnswer(304, headers: headers + FeedHeaders.cache)
    }
    var answer = ServedAnswer(200, headers: headers + FeedHeaders.calendar)
    if let name = coding.name { answer.headers.append((name: "Content-Encoding", value: name)) }
    answer.body = coding.bytes
    return answer.fitting(request)
  }

  private func coding(for request: ServedRequest) -> Coding {
    guard let gzip, let accepted = request[header: "accept-encoding"],
      AcceptedCodings(accepted).acceptsGzip
    else { return plain }
    return gzip
  }

  /// True if the program has this form; its tag counts more than its time (RFC 9110, section 13.2.2).
  private func isKnown(to request: ServedRequest, _ coding: Coding) -> Bool {
    if let tags = request[header: "if-none-match"] {
      return EntityTags(tags).containWeakly(coding.tag)
    }
    guard let text = request[header: "if-modified-since"], let known = HTTPDate.seconds(text) else {
      return false
    }
    return seconds <= known
  }
}
