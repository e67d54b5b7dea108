import DuecalConfiguration
import ExactText

/// Whether what is printed is coloured: the one place that decides it.
enum Coloring {
  /// Decides it: by the option, else by the variables, else by the configuration, else by who reads.
  ///
  /// `NO_COLOR` is no-color.org's, and counts where it is not empty; `CLICOLOR_FORCE` is what other
  /// tools take for colours in a pipe.
  ///
  /// - Parameters:
  ///   - option: What `--color` says; nil where it is not given.
  ///   - output: Where it is printed; nil for nowhere.
  static func isWanted(
    _ option: MessageColor?, on output: Output?, runEnvironment: RunEnvironment
  ) -> Bool {
    let variable = ofVariables(runEnvironment)?.color
    let choice = option ?? variable ?? runEnvironment.configuration.color ?? .auto
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      let isDumb = runEnvironment.environment["TERM"] == "dumb"
      return variable != .never && output?.isTerminal == true && !isDumb
    }
  }

  /// What the variables say, and which of them; nil where none does.
  static func ofVariables(_ runEnvironment: RunEnvironment) -> (color: MessageColor, name: String)?
  {
    let said = ["NO_COLOR", "CLICOLOR_FORCE"].map { runEnvironment.environment[$0] ?? "" }
    if !said[0].isEmpty { return (.never, "NO_COLOR") }
    return said[1].isEmpty || said[1] == "0" ? nil : (.always, "CLICOLOR_FORCE")
  }
}
