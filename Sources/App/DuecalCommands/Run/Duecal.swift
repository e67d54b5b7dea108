public import ArgumentParser
import CProcess
import ExactText
import Glibc
public import StoreAccess
public import WebAddresses

/// The `duecal` command.
public struct Duecal: ParsableCommand {
  /// What `--help` says.
  public static let configuration = CommandConfiguration(
    commandName: "duecal",
    abstract: "Turns @due(...) in TaskPaper files into calendar entries.",
    discussion: """
      Tasks in plain text become to-dos and events that every calendar reads, with alarms, \
      repetition and zones. The files themselves stay as they are.

      Examples:
        duecal export home.taskpaper -o home.ics
        duecal export ~/notes --as event --name Tasks -o ~/www/tasks.ics
        duecal check ~/notes
        duecal list week ~/notes
        duecal add "Call Ann tomorrow 3pm @phone" -f home.taskpaper
        duecal done "call ann" -f home.taskpaper

      Exit status: 0 done; 1 done in part; 2 wrong usage; 3 would change; 4 refused; 65 input that is no text; \
      66 no input; 69 no server; 73, 74 not written; 75 again later; 77 not permitted; \
      78 a fault in the \
      configuration, or no time zones.

      Manual: duecal(1), and a page for each command, such as duecal-export(1).
      """,
    version: DuecalVersion.text,
    subcommands: [
      ExportCommand.self, ImportCommand.self, UndoCommand.self, RedoCommand.self, CheckCommand.self,
      OutlineCommand.self, VerifyCommand.self, ShowCommand.self, OccurrencesCommand.self,
      ListCommand.self, CalendarCommand.self, ConfigCommand.self, AddCommand.self,
      DoneCommand.self, UndoneCommand.self, CancelCommand.self, MoveCommand.self,
      SnoozeCommand.self, TagCommand.self, EditCommand.self, ResolveCommand.self,
      ArchiveCommand.self, RemindCommand.self, StoreCommand.self,
      CopyCommand.self,
    ])

  @Option(
    help: ArgumentHelp(
      "Read the configuration from this file, as DUECAL_CONFIG says it.",
      valueName: "file"), completion: .file(extensions: ["toml"]))
  var config: String?

  /// Creates the command.
  public init() {}

  /// Hands the file of `--config` on to the command, which is parsed on its own.
  public func validate() throws {
    if let config { setenv("DUECAL_CONFIG", config, 1) }
  }

  /// Runs the command with the arguments of the process, and ends it with its exit status.
  ///
  /// - Parameters:
  ///   - fetchers: What the executable knows of calendars on networks.
  ///   - stores: What it knows of stores there.
  public static func runProcess(
    fetchers: CalendarFetchers = .none, stores: StoreOpeners = .none
  ) -> Never {
    CalendarNetwork.use(fetchers)
    StoreRegistry.register(stores)
    signal(SIGXFSZ, SIG_IGN)  // so that a limit on files is an error like a full disk
    duecal_return_large_blocks()
    do {
      var command = try parseAsRoot(arguments.map(DashedWords.settled))
      try run(&command)
      ExitStatus.done.leave()
    } catch let status as ExitStatus {
      status.leave()
    } catch {
      leave(error)
    }
  }

  /// Runs a command.
  ///
  /// An argument that is found wrong only now, for it needs the clock or the files, is said without the
  /// usage: that of the command is no longer known.
  private static func run(_ command: inout any ParsableCommand) throws {
    do {
      try command.run()
    } catch let error as ValidationError {
      Output.error.write("duecal: \(error.message)\n".utf8)
      throw ExitStatus.usage
    }
  }

  /// The arguments of the process, nil where only Swift knows them.
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

  /// Says what is wrong with the arguments, or what was asked for.
  private static func leave(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard code.rawValue != 0 else {
      Output.standard.write("\(message)\n".utf8)
      ExitStatus.done.leave()
    }
    Output.error.write("\(explained(message))\n".utf8)
    ExitStatus.usage.leave()
  }

  /// A message about the arguments, with what was perhaps meant.
  private static func explained(_ message: String) -> String {
    guard let unknown = UnknownCommand(in: arguments ?? [], of: self) else { return message }
    return "Error: \(unknown.sentence)" + message.drop { $0 != "\n" }
  }
}
