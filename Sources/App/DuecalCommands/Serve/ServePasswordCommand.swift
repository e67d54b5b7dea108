import ArgumentParser
import ExactText
import Glibc
import StoreAccess

/// `duecal serve password`.
struct ServePasswordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "password",
    abstract: "Set the password of the server, which is read from standard input.",
    discussion: """
      Only a hash of it is kept. A running server asks for the new password at once.

      Examples:
        duecal serve password <secret.txt
      """)

  @Option(
    help: ArgumentHelp("The name of the person; by default your user name.", valueName: "name"))
  var user: String?

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let server = try CalendarNetwork.serving()
    let files = try ServerFiles(runEnvironment)
    if isatty(STDIN_FILENO) == 1 { Output.error.print("The new password:") }
    guard let password = readLine(), !password.isEmpty else {
      Output.error.print("duecal: standard input has no password; expected one, in its first line")
      throw ExitStatus.noInput
    }
    let name = user ?? ServerUser.usual(runEnvironment)
    do { try server.set(password, of: name, in: files.passwords) } catch {
      Output.error.print("duecal: \("\(error)".visible)")
      throw ExitStatus.cannotCreate
    }
    unlink(files.firstPassword)
  }
}
