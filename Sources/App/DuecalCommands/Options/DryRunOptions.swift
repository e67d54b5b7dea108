import ArgumentParser

/// The options for only showing what a command would do.
struct DryRunOptions: ParsableArguments {
  @Flag(
    name: [.customShort("n"), .long],
    help: "Show what would be written or sent, and do nothing.")
  var dryRun = false

  @Flag(help: "With --dry-run: end with status 3 if there is something to do.")
  var exitCode = false

  func validate() throws {
    if exitCode, !dryRun { throw ValidationError("--exit-code needs --dry-run") }
  }
}
