import ExactText

/// The codings that a program accepts (RFC 9110, section 12.5.3).
struct AcceptedCodings {
  /// True if it accepts gzip.
  let acceptsGzip: Bool

  /// Reads the header.
  init(_ header: String) {
    var weights: ExactDictionary<Double> = [:]
    for part in header.split(separator: ",") {
      let words = part.split(separator: ";").map { Self.trimmed($0).lowercased() }
      guard let name = words.first else { continue }
      let weight = words.dropFirst().first { $0.hasPrefix("q=") }.map {
        Double($0.dropFirst(2)) ?? 0
      }
      weights[name] = weight ?? 1
    }
    acceptsGzip = (weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0) > 0
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split { $0 == " " || $0 == "\t" }.joined()
  }
}
