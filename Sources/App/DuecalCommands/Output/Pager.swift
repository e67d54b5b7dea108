import DuecalConfiguration
import Glibc

/// The program that shows long texts, and the setting that names it.
struct Pager {
  /// The command in the syntax of a shell; empty for none.
  let command: String
  /// The variable that names it; nil for the configuration or the default.
  let variable: String?

  /// Reads `DUECAL_PAGER`, the configuration or `PAGER`, in this order; the default is less, if it is installed.
  init(_ runEnvironment: RunEnvironment) {
    let environment = runEnvironment.environment
    if let named = environment["DUECAL_PAGER"] {
      (command, variable) = (named, "DUECAL_PAGER")
    } else if let named = runEnvironment.configuration.pager {
      (command, variable) = (named, nil)
    } else if let named = environment["PAGER"], !named.isEmpty {
      (command, variable) = (named, "PAGER")
    } else {
      (command, variable) = (Self.isInstalled("less", environment) ? "less" : "", nil)
    }
  }

  /// True if it does more than print the text.
  var isOne: Bool {
    let words = command.split(separator: " ")
    return !words.isEmpty && words != ["cat"]
  }

  private static func isInstalled(_ program: String, _ environment: [String: String]) -> Bool {
    (environment["PATH"] ?? "").split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }
}
