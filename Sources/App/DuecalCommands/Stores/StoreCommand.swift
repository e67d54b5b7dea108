import ArgumentParser

/// `duecal store`.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Work with reminders and events in a file, in a folder or on a server.",
    discussion: """
      A store is a file (sqlite:PATH), a folder of folders with .ics files, as khal, todoman and vdirsyncer \
      use it (vdir:PATH), a task file or a folder of them (tasks:PATH), a CalDAV server \
      (caldav+https://ann@example.org/dav/), or a name from [stores] in the configuration. sqlite: without a \
      path is a file of your own, which is created with the first item. \
      To name one of its lists, add # and the title: work#Home.

      Every command that reads also takes a store: duecal list week work.

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
      StoreExportCommand.self, StoreImportCommand.self, StoreAcceptCommand.self,
    ])
}
