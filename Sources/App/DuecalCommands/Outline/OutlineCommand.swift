import ArgumentParser
import Diagnostics
import ExactText
import TaskBridge
import TaskText

/// `duecal outline`.
struct OutlineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outline",
    abstract: "Show how a task file is read, line by line.",
    discussion: """
      Examples:
        duecal outline home.taskpaper
        duecal outline - --json < home.taskpaper
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var verbosity: VerbosityOptions

  @Flag(help: .json)
  var json = false

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(verbosity, runEnvironment)
    let sources = try sources.orUsual(runEnvironment)
    try StoreAddressCheck.refuse(sources.paths, for: .showing, runEnvironment: runEnvironment)
    let files = sources.read(&messages, runEnvironment).files
    if json {
      JSONWriter.print(OutlineJSON(files: files))
    } else {
      for file in files {
        if files.count > 1 { Output.standard.print("\(HomePath.shown(file.name, on: .standard)):") }
        print(file)
      }
    }
    try messages.status.throwUnlessDone()
  }

  private func print(_ file: TaskFile) {
    let width = String(file.document.lines.count).utf8.count
    for (index, line) in file.document.lines.enumerated() where line.kind != .blank {
      let number = String(index + 1)
      let padding = String(repeating: " ", count: width - number.utf8.count)
      let kind =
        line.kind.rawValue + String(repeating: " ", count: 7 - line.kind.rawValue.utf8.count)
      let indent = String(repeating: "  ", count: min(line.level, 40))
      let tags = file.document.tags[line.tags].filter {
        $0.range.lowerBound >= line.text.upperBound
      }
      let words = [file.document.string(line.text)] + tags.map { file.document.string($0.range) }
      Output.standard.print(
        "\(padding)\(number)  \(kind)  \(indent)\(words.filter { !$0.isEmpty }.joined(separator: " "))"
      )
    }
  }
}
