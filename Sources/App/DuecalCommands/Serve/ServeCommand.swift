import ArgumentParser

/// `duecal serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve task files, or a store, to phones and calendar programs over CalDAV.",
    discussion: """
      duecal-net runs the server.

      Examples:
        duecal serve ~/notes
        duecal serve password <secret.txt
      """,
    subcommands: [ServeStartCommand.self, ServePasswordCommand.self],
    defaultSubcommand: ServeStartCommand.self)
}
