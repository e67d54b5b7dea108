import DuecalConfiguration
import ExactText

/// Decides whether output is coloured; no other code does.
enum Coloring {
  /// Whether output is coloured.
  ///
  /// The option decides first, then the variables, the configuration, and whether a person reads the output.
  ///
  /// `NO_COLOR` is defined by no-color.org, and counts if it is not empty; `CLICOLOR_FORCE` requests colours in a
  /// pipe, as in other tools.
  ///
  /// - Parameters:
  ///   - option: The value of `--color`; nil if it is not given.
  ///   - output: The output; nil for none.
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

  /// The decision of the variables, and the name of the one that makes it; nil if none does.
  static func ofVariables(_ runEnvironment: RunEnvironment) -> (color: MessageColor, name: String)?
  {
    let values = ["NO_COLOR", "CLICOLOR_FORCE"].map { runEnvironment.environment[$0] ?? "" }
    if !values[0].isEmpty { return (.never, "NO_COLOR") }
    return values[1].isEmpty || values[1] == "0" ? nil : (.always, "CLICOLOR_FORCE")
  }
}
