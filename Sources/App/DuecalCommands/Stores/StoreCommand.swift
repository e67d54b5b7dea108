import ArgumentParser

/// `duecal store`.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Work with reminders and events wherever they are kept.",
    discussion: """
      A store is a file (sqlite:PATH), a folder of folders of .ics files that khal, todoman and \
      vdirsyncer share (vdir:PATH), a CalDAV server (caldav+https://ann@example.org/dav/), or a name of \
      [stores] in the configuration. sqlite: without a path is a file of your own, which is made with the \
      first item. Behind a # stands one of its lists, by its title: work#Home.

      Every command that reads takes a store as well: duecal list week work.

      Examples:
        duecal store add sqlite: --list Home
        duecal store add sqlite:#Home "Call Ann tomorrow 3pm"
        duecal store list sqlite: vdir:~/calendars
        duecal store search work dentist --open
        duecal store move work#Inbox work#Home "call ann"
      """,
    subcommands: [
      StoreListCommand.self, StoreShowCommand.self, StoreSearchCommand.self, StoreAddCommand.self,
      StoreRemoveCommand.self, StoreCopyCommand.self, StoreMoveCommand.self,
      StoreExportCommand.self, StoreImportCommand.self,
    ])
}
