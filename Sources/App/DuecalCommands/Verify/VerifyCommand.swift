import ArgumentParser
import CalendarStores
import ExactText
import ICalendar
import TaskText
import UserFiles

/// `duecal verify`.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that duecal reads a file without losing a byte.",
    discussion: """
      The file is split into lines, and assembled from them again. If the result differs from the file, that \
      is a bug in duecal: please report it.

      Examples:
        duecal verify home.taskpaper calendar.ics
      """)

  @Argument(
    help: "Task files, .ics files or stores, or - for standard input.",
    completion: StoreCompletion.stores)
  var files: [String] = []

  @OptionGroup(title: "Which files, and how they are read") var named: FileOptions
  @OptionGroup(title: "Which files, and how they are read") var network: NetworkOptions
  @OptionGroup var verbosity: VerbosityOptions

  private var given: [String] { files + named.file }

  func validate() throws {
    if given.isEmpty { throw ValidationError("Missing expected argument '<files> ...'") }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(verbosity, runEnvironment)
    let stores = StoreTexts(runEnvironment, network.time)
    for source in try SourcePaths(given, runEnvironment, fetches: false).all {
      switch source {
      case .path(let file): verify(file, &messages)
      case .store(let place):
        for text in stores.lists(of: place, &messages).flatMap(\.elements) {
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
      messages.reportUnreadable(error)
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
    if !verbosity.level.quiet {
      Output.standard.print(
        "\(HomePath.shown(name, on: .standard)): \(lines) \(lines == 1 ? "line" : "lines"), \(bytes.count) bytes, all come back"
      )
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
