import ExactText

/// Shows the output of a command in a pager, if a person reads it on a terminal.
///
/// ```swift
/// PagedOutput.begin(runEnvironment, isWanted: !noPager)  // before the first line is printed
/// ```
enum PagedOutput {
  /// Sends standard output through the pager from here on.
  ///
  /// The pager starts with the first text: a command that prints nothing starts none, and a long computation can be
  /// interrupted until then. Errors are printed after the pager has ended.
  ///
  /// - Parameter isWanted: False with `--no-pager`, and for output that no person reads, such as JSON.
  static func begin(_ runEnvironment: RunEnvironment, isWanted: Bool) {
    guard isWanted, Output.standard.isTerminal else { return }
    let pager = Pager(runEnvironment)
    if pager.isOne { Output.standard.page(through: pager, runEnvironment.environment) }
  }
}
