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
    _ option: MessageColor?, on output: Output?, _ surroundings: Surroundings
  ) -> Bool {
    let choice = option ?? ofVariables(surroundings) ?? surroundings.configuration.color ?? .auto
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      let isDumb = surroundings.environment["TERM"] == "dumb"
      return ofVariables(surroundings) != .never && output?.isTerminal == true && !isDumb
    }
  }

  private static func ofVariables(_ surroundings: Surroundings) -> MessageColor? {
    let said = ["NO_COLOR", "CLICOLOR_FORCE"].map { surroundings.environment[$0] ?? "" }
    if !said[0].isEmpty { return .never }
    return said[1].isEmpty || said[1] == "0" ? nil : .always
  }
}
