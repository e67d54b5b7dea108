public import ArgumentParser
import Glibc

/// The `duecal` command.
public struct Duecal: ParsableCommand {
  /// What `--help` says.
  public static let configuration = CommandConfiguration(
    commandName: "duecal",
    abstract: "Turns @due(...) in TaskPaper files into calendar entries.",
    discussion: """
      Examples:
        duecal export home.taskpaper -o home.ics
        duecal export ~/notes --as event --name Tasks -o /srv/www/tasks.ics
        duecal check ~/notes

      Exit status: 0 done; 1 done in part; 2 wrong usage; 65 input that is no text; 66 no input; \
      73, 74 not written; 75 again later; 77 not permitted; 78 no time zones. See Docs/ExitCodes.md.
      """,
    version: Version.text,
    subcommands: [
      ExportCommand.self, CheckCommand.self, OutlineCommand.self, VerifyCommand.self,
    ])

  /// Creates the command.
  public init() {}

  /// Runs the command with the arguments of the process, and ends it with its exit status.
  public static func runProcess() -> Never {
    signal(SIGXFSZ, SIG_IGN)  // a file that may not grow is an error that is said, and no death
    guard CommandLine.argc > 0 else { leaveWithoutArguments() }
    do {
      var command = try parseAsRoot()
      try command.run()
      ExitStatus.done.leave()
    } catch let status as ExitStatus {
      status.leave()
    } catch {
      leave(error)
    }
  }

  /// Ends a run that was not told its arguments.
  ///
  /// Swift finds them with the help of `/proc`. Without them this would be a run that was asked for
  /// help, and well done.
  private static func leaveWithoutArguments() -> Never {
    Output.error.print("duecal: cannot read the arguments; expected that /proc is there")
    ExitStatus.configuration.leave()
  }

  /// Says what is wrong with the arguments, or what was asked for.
  private static func leave(_ error: any Error) -> Never {
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    guard code.rawValue != 0 else {
      Output.standard.print(message)
      ExitStatus.done.leave()
    }
    Output.error.print(message)
    ExitStatus.usage.leave()
  }
}
