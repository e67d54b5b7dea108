import ExactText
import Glibc
import JSONText
import Logging
import StoreAccess
import TaskDates

/// Writes each event of a log as one line to standard error.
struct LineLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  private let settings: ServerLog

  init(_ settings: ServerLog) { self.settings = settings }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = line(event)
    line.withUnsafeBytes { bytes in
      // A line is written at once, so that those of other processes do not come between.
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }

  /// The line of an event, with its end.
  func line(_ event: LogEvent) -> [UInt8] {
    let values = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { Self.order($0.key) < Self.order($1.key) }
    let head = [
      ("time", JSONNode.string(Self.text(settings.now()))),
      ("level", .string(event.level.rawValue)), ("message", .string("\(event.message)")),
    ]
    let members = head + values.map { ($0.key, Self.node($0.value)) }
    let text = settings.form == .json ? JSONNode.object(members).bytes : Self.words(members)
    return text + [UInt8(ascii: "\n")]
  }

  /// The keys of requests in the order of a sentence, and others after them.
  private static func order(_ key: String) -> (Int, String) {
    let known = ["method", "path", "status", "bytes", "ms", "agent", "from", "reason"]
    return (known.firstIndex(of: key) ?? known.count, key)
  }

  private static func node(_ value: Logger.MetadataValue) -> JSONNode {
    guard case .stringConvertible(let number) = value else { return .string("\(value)") }
    if let number = number as? Int { return .int(number) }
    return number is Double ? .written(Array("\(number)".utf8)) : .string("\(number)")
  }

  /// The line as words: `TIME level message key=value …`.
  private static func words(_ members: [(String, JSONNode)]) -> [UInt8] {
    var words: [String] = []
    for (index, (key, value)) in members.enumerated() {
      let text = word(value, isPlain: index < 3)
      words.append(index < 3 ? text : "\(key)=\(text)")
    }
    return Array(words.joined(separator: " ").utf8)
  }

  /// A value in one line; in quotes, as in JSON, if it has spaces or control characters.
  private static func word(_ value: JSONNode, isPlain: Bool) -> String {
    let quoted = String(decoding: value.bytes, as: UTF8.self)
    guard case .string(let text) = value else { return quoted }
    let isWord = text.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value)
        && !"\"=\\".unicodeScalars.contains(scalar)
    }
    if isPlain { return String(quoted.dropFirst().dropLast()).replacing("\\\"", with: "\"") }
    return isWord && !text.isEmpty ? text : quoted
  }

  /// A time in UTC as RFC 3339 has it.
  private static func text(_ instant: Instant) -> String {
    guard let time = instant.utc else { return "\(instant.seconds)" }
    let digits = [time.time.hour, time.time.minute, time.time.second].map { $0.zeroPadded() }
    return "\(time.date.formattedDate)T\(digits.joined(separator: ":"))Z"
  }
}
