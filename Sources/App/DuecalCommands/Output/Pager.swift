import DuecalConfiguration
import Glibc

/// The program that long texts are shown with, and who named it.
struct Pager {
  /// The command, as a shell reads it; empty for none.
  let command: String
  /// The variable that names it; nil where the configuration does, or nobody.
  let variable: String?

  /// `DUECAL_PAGER`, else that of the configuration, else `PAGER`, else less where it is installed.
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

  /// True if there is one that does more than what is done without.
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
