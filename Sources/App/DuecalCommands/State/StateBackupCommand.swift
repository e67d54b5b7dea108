import ArgumentParser
import Diagnostics
import ExactText
import StateBackup
import TaskDates
import UserFiles

/// `duecal state backup`.
struct StateBackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the state to a file, while other runs may use it.",
    discussion: """
      The file is an archive that tar lists. Only you can read it, because it has the text of items and hashes of passwords.

      Examples:
        duecal state backup state.tar
      """)

  @Argument(help: "The file; one that exists is replaced.", completion: .file())
  var file: String

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let count = try StateLocks.reporting(file) {
      let folder = try StateFolder(runEnvironment)
      let locks = try StateLocks(folder, runEnvironment)
      defer { extendLifetime(locks) }
      let backup = try StateBackup(
        of: folder.path, version: DuecalVersion.number, time: StateLocks.time(runEnvironment),
        copying: runEnvironment.temporaryFolder)
      try PrivateFile.write(try backup.bytes(time: runEnvironment.now.seconds), to: file)
      return backup.count
    }
    if !verbosity.quiet {
      Output.standard.print("\(file): \(count) \(count == 1 ? "file" : "files") of the state".visible)
    }
  }
}
