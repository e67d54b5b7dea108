import ArgumentParser
import ExactText

/// Shows the output of a command in a pager, if a person reads it on a terminal.
///
/// ```swift
/// PagedOutput.begin(pager, runEnvironment)  // before the first line is printed
/// ```
enum PagedOutput {
  /// Sends standard output through the pager from here on.
  ///
  /// The pager starts with the first text: a command that prints nothing starts none, and a long computation can be
  /// interrupted until then. Errors are printed after the pager has ended.
  ///
  /// - Parameter isWanted: False for output that no person reads, such as JSON.
  static func begin(
    _ options: PagerOptions, _ runEnvironment: RunEnvironment, isWanted: Bool = true
  ) {
    guard isWanted, !options.noPager, Output.standard.isTerminal else { return }
    let pager = Pager(runEnvironment)
    if pager.isOne { Output.standard.page(through: pager, runEnvironment.environment) }
  }
}

/// The option for the pager.
struct PagerOptions: ParsableArguments {
  @Flag(help: "Print long output on a terminal without a pager.")
  var noPager = false
}
