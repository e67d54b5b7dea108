import Agenda
import ArgumentParser
import DuecalConfiguration
import ExactText
import TaskText

/// The options of the commands that list projects or tags.
struct NameListOptions: ParsableArguments {
  @OptionGroup var sources: SourceOptions

  @Flag(help: .json)
  var json = false

  @Flag(help: .noPager)
  var noPager = false

  @OptionGroup var verbosity: VerbosityOptions

  /// Reads the files, and prints what a command finds in them.
  ///
  /// - Parameters:
  ///   - name: What is listed; the key of its rows in JSON.
  ///   - rows: The rows of what was read.
  func run(_ name: String, _ rows: (NameCounts) -> [NameRow]) throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .error)
    let sources = try sources.orUsual(runEnvironment)
    try StoreAddressCheck.refuse(sources.paths, for: .showing, runEnvironment: runEnvironment)
    let files = sources.read(&messages, runEnvironment).files
    let found = rows(NameCounts(files, runEnvironment.configuration.vocabulary))
    PagedOutput.begin(runEnvironment, isWanted: !noPager && !json)
    if json {
      JSONWriter.print(ReportJSON(name, found, messages: messages.reported))
    } else if found.isEmpty {
      if Output.standard.isTerminal { Output.standard.print("There are no \(name).") }
    } else {
      NameRow.print(found)
    }
    try messages.status.throwUnlessDone()
  }
}

/// A project or a tag as it is listed.
struct NameRow: JSONValue {
  /// The name; of a project its path, as `A / B`.
  let name: String
  /// The names of a project's path; nil for a tag.
  let path: [String]?
  let count: NameCount

  /// Prints rows in two columns.
  static func print(_ rows: [NameRow]) {
    let names = rows.map(\.name.visible)
    let width = min(60, names.map { DisplayWidth.of($0) }.max() ?? 0)
    for (name, row) in zip(names, rows) {
      Output.standard.print("\(name.padded(toColumns: width))  \(row.count.open)")
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("open", count.open)
      if let path { json.member("path", path) }
      json.member("total", count.total)
    }
  }
}
