import ArgumentParser

/// `duecal state`.
struct StateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Copy what duecal keeps between runs to a file, and put it back.",
    discussion: """
      The state is the folder ~/.local/state/duecal, or duecal in XDG_STATE_HOME: it has what recognises lines and their \
      items, what syncs, feeds and the server remember, and the old versions of task files.

      Examples:
        duecal state backup state.tar
        duecal state restore state.tar
      """,
    subcommands: [StateBackupCommand.self, StateRestoreCommand.self])
}
