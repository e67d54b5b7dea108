#if Network
import Glibc
import WebAddresses

/// What of the world decides how addresses are asked: variables of the process, and `~/.netrc`.
public struct FetchEnvironment: Sendable {
  private let variables: [String: String]

  /// Takes the variables of a process.
  public init(variables: [String: String]) {
    self.variables = variables
  }

  /// The world as it is.
  public static func current() -> FetchEnvironment {
    let names = [
      "HOME", "NETRC", "SSL_CERT_FILE", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy",
      "NO_PROXY",
    ]
    var variables: [String: String] = [:]
    for name in names { variables[name] = getenv(name).map { String(cString: $0) } }
    return FetchEnvironment(variables: variables)
  }

  /// A variable, nil where it is not set or empty.
  func variable(_ names: String...) -> String? {
    for name in names {
      if let value = variables[name], !value.isEmpty { return value }
    }
    return nil
  }

  /// The file whose certificates are trusted in place of the system's.
  var certificates: String? { variable("SSL_CERT_FILE") }

  /// The file of names and passwords.
  var passwordFile: String? {
    variable("NETRC") ?? variable("HOME").map { "\($0)/.netrc" }
  }
}
#endif
