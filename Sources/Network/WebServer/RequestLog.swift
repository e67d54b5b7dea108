import ExactText
import HTTPServing
import HTTPTypes
import HummingbirdCore
import Logging
import StoreAccess
import WebDAV

/// The log of a server: a line for each request, and warnings.
///
/// It never contains a password, a header `Authorization`, the text of an item, or the address of a feed, which is secret.
struct RequestLog: Sendable {
  /// The log, also for the parts that read connections.
  let logger: Logger
  private let prefix: String

  /// Creates the log of a server.
  ///
  /// - Parameter prefix: What a proxy puts before all paths.
  init(_ settings: ServerLog, prefix: String) {
    var logger = Logger(label: "duecal") { _ in LineLog(settings) }
    logger.logLevel = settings.isQuiet ? .warning : .info
    self.logger = logger
    self.prefix = prefix
  }

  /// Logs a request with its answer; a change that was refused, and an error of the server, as a warning with the reason.
  func note(_ request: Request, _ answer: ServedAnswer, after time: Duration) {
    let isRefusal = Self.isRefusal(request.head.method.rawValue, answer.status)
    let level = isRefusal ? Logger.Level.warning : .info
    guard logger.logLevel <= level else { return }
    var values: Logger.Metadata = [
      "method": .string(request.head.method.rawValue),
      "path": .string(Self.shownPath(request.head.path ?? "/")),
      "status": .stringConvertible(answer.status), "bytes": .stringConvertible(answer.body.count),
      "ms": .stringConvertible(time.milliseconds),
    ]
    if let agent = request.head.headerFields[.userAgent] {
      values["agent"] = .string(String(agent.prefix(40)))
    }
    if isRefusal, let reason = answer.reason { values["reason"] = .string(reason) }
    logger.log(level: level, isRefusal ? "refused" : "request", metadata: values)
  }

  /// Logs what somebody tried, with the address.
  func warn(_ sentence: String, from caller: Caller) {
    logger.warning(
      "\(sentence)", metadata: caller.address.isEmpty ? [:] : ["from": .string(caller.address)])
  }

  /// True for a change that a client has to know of, and for an error of the server; 404 and 412 are part of its work.
  private static func isRefusal(_ method: String, _ status: Int) -> Bool {
    let isReading = ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT"].contains(method)
    return status >= 500 || !isReading && status >= 400 && ![401, 404, 412, 429].contains(status)
  }

  /// A path without the address of a feed, however it is spelt.
  static func shownPath(_ path: String) -> String {
    let own = String(path.prefix { $0 != "?" && $0 != "#" })
    let names = ResourcePath.names(in: own).map { $0.lowercased() }
    if names.contains("feeds") { return "/feeds/…" }
    return String(own.prefix(300))
  }
}

extension Duration {
  /// The duration in thousandths of a second, with one decimal.
  fileprivate var milliseconds: Double {
    let (seconds, attoseconds) = components
    let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
    return Double(tenths) / 10
  }
}
