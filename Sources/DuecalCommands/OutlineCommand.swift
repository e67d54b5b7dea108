import ArgumentParser
import Diagnostics
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
  @OptionGroup var speech: MessageOptions

  @Flag(help: "Print the lines as one JSON document.")
  var json = false

  func run() throws {
    let surroundings = try Surroundings.current()
    var messages = Messages(speech, surroundings)
    let files = sources.read(&messages, surroundings).files
    if json {
      let lines = files.flatMap { OutlineJSON.lines(of: $0) }
      Output.standard.write(try JSONText.document(OutlineJSON(lines: lines)))
    } else {
      for file in files {
        if files.count > 1 { Output.standard.print("\(file.name):") }
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

/// The lines of a document as JSON; see `Docs/JSON.md`.
struct OutlineJSON: Encodable {
  let lines: [Line]

  struct Line: Encodable {
    let file: String
    let line: Int
    let kind: String
    let level: Int
    let text: String
    let tags: [OutlineTag]
    let parent: Nullable<Int>
  }

  struct OutlineTag: Encodable {
    let name: String
    let value: Nullable<String>
    let column: Int
    let byteColumn: Int
  }

  static func lines(of file: TaskFile) -> [Line] {
    var places = PlaceFinder(file.document)
    return file.document.lines.enumerated().map { index, line in
      Line(
        file: file.name, line: index + 1, kind: line.kind.rawValue, level: line.level,
        text: line.kind == .blank ? "" : file.document.string(line.text),
        tags: file.document.tags[line.tags].map { tag($0, index, file.document, &places) },
        parent: Nullable(file.outline.parent(of: index).map { $0 + 1 }))
    }
  }

  private static func tag(
    _ span: TagSpan, _ line: Int, _ document: TaskDocument, _ places: inout PlaceFinder
  ) -> OutlineTag {
    let place = places.place(ofByte: span.range.lowerBound, line: line)
    return OutlineTag(
      name: document.string(span.name), value: Nullable(document.payload(of: span)),
      column: place.column, byteColumn: place.byteColumn)
  }
}
