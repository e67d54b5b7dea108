public import ArgumentParser
import CProcess
import ExactText
import Glibc
package import StoreAccess
import TaskDates
package import WebAddresses

/// The `duecal` command.
public struct Duecal: ParsableCommand {
  /// The subcommands and the text of `--help`.
  public static let configuration = CommandConfiguration(
    commandName: "duecal",
    abstract: "Turns @due(...) in TaskPaper files into calendar entries.",
    discussion: """
      Tasks in plain text become to-dos and events that every calendar program reads, with alarms, \
      repetition and time zones. The files themselves stay as they are.

      Examples:
        duecal export home.taskpaper -o home.ics
        duecal export ~/notes --as event --name Tasks -o ~/www/tasks.ics
        duecal check ~/notes
        duecal list week ~/notes
        duecal add "Call Ann tomorrow 3pm @phone" -f home.taskpaper
        duecal done "call ann" -f home.taskpaper

      Exit status: 0 done; 1 done in part; 2 wrong usage; 3 would change; 4 refused; 65 input that is not text; \
      66 no input; 69 no server; 73, 74 not written; 75 again later; 77 not permitted; \
      78 a fault in the \
      configuration, or no time zones.

      Manual: duecal(1), and a page for each command, such as duecal-export(1).
      """,
    version: DuecalVersion.text,
    subcommands: [
      ExportCommand.self, ImportCommand.self, UndoCommand.self, RedoCommand.self, CheckCommand.self,
      OutlineCommand.self, VerifyCommand.self, ShowCommand.self, OccurrencesCommand.self,
      ListCommand.self, CalendarCommand.self, PlanCommand.self, ProjectsCommand.self,
      TagsCommand.self,
      ConfigCommand.self, AddCommand.self,
      DoneCommand.self, UndoneCommand.self, CancelCommand.self, MoveCommand.self,
      SnoozeCommand.self, TagCommand.self, EditCommand.self, ResolveCommand.self,
      ArchiveCommand.self, RemindCommand.self, StoreCommand.self,
      CopyCommand.self, SyncCommand.self, FeedCommand.self, ServeCommand.self,
      StateCommand.self, LspCommand.self,
    ])

  @Option(
    help: ArgumentHelp(
      "Read the configuration from this file; overrides DUECAL_CONFIG.",
      valueName: "file"), completion: .file(extensions: ["toml"]))
  var config: String?

  /// Creates the command.
  public init() {}

  /// Makes the file of `--config` known to the subcommand, which is parsed separately.
  public func validate() throws {
    if let config { setenv("DUECAL_CONFIG", config, 1) }
  }

  /// Runs the command with the arguments of the process, and ends it with its exit status.
  ///
  /// - Parameters:
  ///   - fetchers: The fetchers of calendars that the executable was built with.
  ///   - stores: The openers of network stores that the executable was built with.
  ///   - server: The server that the executable was built with.
  package static func runProcess(
    fetchers: CalendarFetchers = .none, stores: StoreOpeners = .none,
    server: (any StoreServer)? = nil
  ) -> Never {
    ZoneDatabase.use(folderOf: getenv("TZDIR").map { String(cString: $0) })
    CalendarNetwork.use(fetchers)
    StoreRegistry.register(stores)
    CalendarNetwork.use(server)
    signal(SIGXFSZ, SIG_IGN)  // reports a file size limit like a full disk
    duecal_set_memory_limits()
    do {
      let given = arguments.map { arguments in
        RenamedOptions.settled(arguments) { Output.error.print("duecal: \($0.visible)") }
      }
      var command = try parsed(given.map(DashedWords.settled))
      try run(&command)
      ExitStatus.done.leave()
    } catch let status as ExitStatus {
      status.leave()
    } catch {
      leave(error)
    }
  }

  /// Parses arguments.
  ///
  /// A subcommand is first parsed on its own, which takes half the time. Everything else, and arguments with an error,
  /// are parsed with all commands, whose names are then in the message.
  private static func parsed(_ arguments: [String]?) throws -> any ParsableCommand {
    if let name = arguments?.first, let command = subcommand(named: name),
      let parsed = try? command.parseAsRoot(arguments.map { Array($0.dropFirst()) }),
      type(of: parsed) == command  // and not the command that shows the help
    {
      return parsed
    }
    return try parseAsRoot(arguments)
  }

  /// A subcommand that has no subcommands of its own.
  private static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { command in
      let own = command.configuration
      return own.subcommands.isEmpty && (own.commandName == name || own.aliases.contains(name))
    }
  }

  /// Runs a command.
  ///
  /// An argument that proves wrong only now, since the check needs the clock or the files, is reported without the
  /// usage: the usage of the subcommand is no longer known.
  private static func run(_ command: inout any ParsableCommand) throws {
    do {
      try command.run()
    } catch let error as ValidationError {
      Output.error.write("duecal: \(CalendarAddress.withoutPasswords(error.message))\n".utf8)
      throw ExitStatus.usage
    }
  }

  /// The arguments of the process; nil if only Swift knows them.
  ///
  /// Swift reads them from `/proc`: in a bare chroot it would find none, and show its help.
  private static var arguments: [String]? {
    guard var next = duecal_arguments() else { return nil }
    var arguments: [String] = []
    while let argument = next.pointee {
      arguments.append(String(cString: argument))
      next += 1
    }
    return Array(arguments.dropFirst())
  }

  /// Reports an error in the arguments, or prints the requested help, and ends the process.
  private static func leave(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard code.rawValue != 0 else {
      Output.standard.write("\(message)\n".utf8)
      ExitStatus.done.leave()
    }
    Output.error.write("\(CalendarAddress.withoutPasswords(explained(message)))\n".utf8)
    ExitStatus.usage.leave()
  }

  /// A message about the arguments, with a suggestion.
  private static func explained(_ message: String) -> String {
    guard let unknown = UnknownCommand(in: arguments ?? [], of: self) else { return message }
    return "Error: \(unknown.sentence)" + message.drop { $0 != "\n" }
  }
}
