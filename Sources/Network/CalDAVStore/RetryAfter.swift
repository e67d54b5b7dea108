import WebDAV

/// Reads the header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The seconds to wait: from a number, or until a date by the clock of the server.
  static func seconds(_ value: String, serverDate: String?) -> Int? {
    if let seconds = Int(value) { return seconds >= 0 ? seconds : nil }
    guard let then = HTTPDate.seconds(value), let now = serverDate.flatMap(HTTPDate.seconds) else {
      return nil
    }
    return max(0, then - now)
  }
}
