import HTTPServing

extension ServedRequest {
  /// The program that asks, without its version; empty if it does not say.
  var program: String {
    String((self[header: "user-agent"] ?? "").prefix { $0 != "/" && $0 != " " }.prefix(64))
  }
}
