import AsyncHTTPClient
import ExactText
import WebAddresses

extension FetchEnvironment {
  /// The proxy for requests to an address.
  ///
  /// `HTTP_PROXY` in capitals is ignored: a web server sets it to what a visitor sends.
  func proxy(
    for address: CalendarAddress
  ) throws(FetchFailure) -> HTTPClient.Configuration.Proxy? {
    let setting =
      address.isEncrypted ? variable("https_proxy", "HTTPS_PROXY") : variable("http_proxy")
    guard let setting, !isDirect(address) else { return nil }
    guard let proxy = try? CalendarAddress(setting.contains("://") ? setting : "http://\(setting)"),
      proxy.scheme == "http"
    else {
      throw FetchFailure(
        .configuration,
        "the address of the proxy in the environment cannot be used; expected one such as "
          + "http://proxy.example:3128")
    }
    return .server(
      host: proxy.host, port: proxy.port,
      authorization: proxy.credentials.map { .basic(username: $0.user, password: $0.password) })
  }

  /// True if `no_proxy` has the host, or a domain that contains it.
  private func isDirect(_ address: CalendarAddress) -> Bool {
    let names = (variable("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }
    return names.contains { name in
      let name = String(name.lowercased().drop { $0 == "." })
      return name == "*" || address.host == name || address.host.hasSuffix(".\(name)")
        || address.host == "[\(name)]"
    }
  }
}
