import Glibc
import WebAddresses

/// The environment of requests: variables of the process, and `~/.netrc`.
public struct FetchEnvironment: Sendable {
  private let variables: [String: String]

  /// Creates an environment with the variables of a process.
  public init(variables: [String: String]) {
    self.variables = variables
  }

  /// The environment of this process.
  public static func current() -> FetchEnvironment {
    let names = [
      "HOME", "NETRC", "SSL_CERT_FILE", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy",
      "NO_PROXY",
    ]
    var variables: [String: String] = [:]
    for name in names { variables[name] = getenv(name).map { String(cString: $0) } }
    return FetchEnvironment(variables: variables)
  }

  /// The first variable that is set and not empty; nil if there is none.
  func variable(_ names: String...) -> String? {
    for name in names {
      if let value = variables[name], !value.isEmpty { return value }
    }
    return nil
  }

  /// The file with certificates that are trusted instead of those of the system.
  var certificates: String? { variable("SSL_CERT_FILE") }

  /// The path of the file with names and passwords.
  var passwordFile: String? {
    variable("NETRC") ?? variable("HOME").map { "\($0)/.netrc" }
  }
}
