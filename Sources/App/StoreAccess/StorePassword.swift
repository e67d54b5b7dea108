import ExactText

/// Where the password of a store is found; never the password itself.
package enum StorePassword: Hashable, Sendable {
  /// The first line that a command prints: a program and its arguments, run without a shell.
  case command([String])
  /// The first line of a file that only its owner may read.
  case file(String)
  /// An environment variable.
  case variable(String)
  /// The keyring of the desktop, asked through `secret-tool`.
  case keyring

  /// The keys of a configuration that set the password's place.
  package enum Key: String, CaseIterable {
    case command = "password-command"
    case file = "password-file"
    case variable = "password-variable"
    case keyring = "password-keyring"

    /// The values that it accepts, for messages.
    package var expected: String {
      switch self {
      case .command: "a command and its arguments, such as [\"pass\", \"show\", \"cal\"]"
      case .file: "a path, such as \"~/.secret\""
      case .variable: "the name of a variable, such as \"CAL_PASSWORD\""
      case .keyring: "true"
      }
    }
  }
}
