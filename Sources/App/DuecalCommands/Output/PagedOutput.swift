import ArgumentParser
import ExactText

/// Shows what a command prints with a pager, where a person reads it on a terminal.
///
/// ```swift
/// PagedOutput.begin(pager, runEnvironment)  // before the first line is printed
/// ```
enum PagedOutput {
  /// Lets standard output go through the pager from here on.
  ///
  /// The pager starts with the first text that is there to be shown: a command that prints nothing has
  /// none, and what takes long can be interrupted until then. Errors are said once it has ended.
  ///
  /// - Parameter isWanted: False for what no person reads, such as JSON.
  static func begin(
    _ options: PagerOptions, _ runEnvironment: RunEnvironment, isWanted: Bool = true
  ) {
    guard isWanted, !options.noPager, Output.standard.isTerminal else { return }
    let pager = Pager(runEnvironment)
    if pager.isOne { Output.standard.page(through: pager, runEnvironment.environment) }
  }
}

/// Whether a command may use a pager.
struct PagerOptions: ParsableArguments {
  @Flag(help: "Print long texts on a terminal as they are, without a pager.")
  var noPager = false
}
