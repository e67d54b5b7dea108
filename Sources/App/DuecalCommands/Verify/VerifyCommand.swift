import ArgumentParser
import ExactText
import ICalendar
import TaskText
import UserFiles

/// `duecal verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Prove that a file comes back byte for byte.",
    discussion: """
      The file is read into lines and printed from them again. A file that does not come back is a \
      bug of duecal: please report it.

      Examples:
        duecal verify home.taskpaper calendar.ics
      """)

  @Argument(
    help: "Task files, .ics files or stores, or - for standard input.", completion: .file())
  var files: [String]

  @OptionGroup var network: NetworkOptions
  @OptionGroup var speech: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(speech, runEnvironment)
    let stores = StoreTexts(runEnvironment, network)
    for source in try SourcePaths(files, runEnvironment, fetches: false).all {
      switch source {
      case .path(let file): verify(file, &messages)
      case .store(let place):
        for text in stores.lists(of: place, &messages).flatMap(\.texts) {
          verify(text.bytes, text.name, messages: &messages)
        }
      }
    }
    try messages.status.throwUnlessDone()
  }

  private func verify(_ file: String, _ messages: inout Messages) {
    do throws(FileError) {
      let snapshot = try file == "-" ? FileSnapshot.standardInput() : FileSnapshot.read(file)
      verify(snapshot.bytes, file, messages: &messages)
    } catch {
      messages.sayUnreadable(error)
    }
  }

  private func verify(_ bytes: [UInt8], _ name: String, messages: inout Messages) {
    let isCalendar = CalendarFiles.isOne(bytes, name)
    let limits = isCalendar ? InputLimits.lineEndsAlone() : .ofTaskFiles
    if let refusal = limits.refusal(of: bytes) {
      return messages.fail("\(name): \(refusal)", .dataError)
    }
    let (printed, lines) = isCalendar ? calendar(bytes) : tasks(bytes, name)
    guard printed == bytes else {
      let place = zip(printed, bytes).prefix { $0 == $1 }.count
      messages.fail("\(name): does not come back from byte \(place + 1) on", .partial)
      return
    }
    if !speech.loudness.quiet {
      Output.standard.print(
        "\(name): \(lines) \(lines == 1 ? "line" : "lines"), \(bytes.count) bytes, all come back")
    }
  }

  private func calendar(_ bytes: [UInt8]) -> (printed: [UInt8], lines: Int) {
    let document = ICSDocument(bytes: bytes)
    return (document.printed, document.lines.count)
  }

  private func tasks(_ bytes: [UInt8], _ name: String) -> (printed: [UInt8], lines: Int) {
    let document = TaskDocument(bytes: bytes, dialect: TaskDialect(path: name))
    return (document.printed, document.lines.count)
  }
}
