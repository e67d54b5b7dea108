import ArgumentParser
import Diagnostics
import ExactText
import StateBackup
import UserFiles

/// `duecal state restore`.
struct StateRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup of the state in place, and keep the former state beside it.",
    discussion: """
      Stop duecal serve, duecal sync --watch and editors with duecal lsp before. Task files and stores stay as they are: the \
      next syncs find out what has changed since the backup, and clients of the server read everything again.

      Examples:
        duecal state restore state.tar
      """)

  @Argument(help: "The file that duecal state backup has written.", completion: .file())
  var file: String

  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let folder = try StateFolder(runEnvironment)
    let aside = aside(folder, runEnvironment)
    let (backup, hadState) = try StateLocks.reporting(file) {
      let bytes = try FileSnapshot.read(file).bytes
      let backup = try StateBackup(reading: bytes, by: DuecalVersion.number)
      let above = folder.path.lastIndex(of: "/").map { String(folder.path[..<$0]) } ?? ""
      if !above.isEmpty { try PrivateFolder.make(above) }
      let locks = try StateLocks(folder, runEnvironment)
      defer { extendLifetime(locks) }
      let hadState = try StateRestoring(folder.path).restore(backup, aside: aside) {
        String(UInt64.random(in: .min ... .max), radix: 36)
      }
      return (backup, hadState)
    }
    guard !verbosity.quiet else { return }
    let kept = hadState ? "; the former state is in \(aside)" : ""
    Output.standard.print("restored: the state of \(backup.time), \(backup.count) files\(kept)".visible)
  }

  /// A free path beside the state for the former one.
  private func aside(_ folder: StateFolder, _ runEnvironment: RunEnvironment) -> String {
    let time = StateLocks.time(runEnvironment).filter { $0 != ":" }.replacing(" ", with: "-")
    let path = "\(folder.path)-before-\(time)"
    let free = (2...).lazy.map { "\(path)-\($0)" }.first(where: FileTree.isGone)
    return FileTree.isGone(path) ? path : free ?? path
  }
}
