import ArgumentParser
import CalendarItems
import Diagnostics
import ExactText
import ICalendar
import TaskDates
import TaskText
import UserFiles

/// `duecal show`.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the items of calendars as duecal reads them.",
    discussion: """
      Below each item are the properties that duecal keeps without interpreting them, and those that it \
      refuses, with their lines. Nothing is written. The exit status is 1 if an error was reported, 65 if a \
      file is not a calendar.

      Examples:
        duecal show calendar.ics
        duecal show ~/calendars/office --json
        duecal show https://example.org/feed.ics
      """)

  @Argument(
    help: "Calendar files (.ics), folders of them, addresses, stores, or - for standard input.",
    completion: StoreCompletion.stores)
  var paths: [String] = []

  @OptionGroup(title: "Which files, and how they are read") var named: FileOptions
  @OptionGroup(title: "Which files, and how they are read") var limits: LimitOptions
  @OptionGroup(title: "Which files, and how they are read") var network: NetworkOptions

  @Flag(help: .noPager)
  var noPager = false

  @OptionGroup var verbosity: VerbosityOptions

  @Flag(help: .json)
  var json = false

  private var given: [String] { paths + named.file }

  func validate() throws {
    if given.isEmpty { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    let sources = try SourcePaths(given, runEnvironment)
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .error)
    PagedOutput.begin(runEnvironment, isWanted: !noPager && !json)
    let calendars = CalendarFiles(
      sources: sources, limits: try limits.limits(), time: network.time,
      runEnvironment: runEnvironment)
    if json {
      print(calendars, &messages, runEnvironment: runEnvironment)
    } else {
      let clock = ReaderClock(runEnvironment)
      calendars.forEach(&messages) { name, reading, _ in
        var text = ItemText(reading, file: name, on: clock)
        for item in reading.items { text.print(item) }
        for component in reading.others { text.print(other: component) }
      }
    }
    try messages.status.throwUnlessDone()
  }

  private func print(
    _ calendars: CalendarFiles, _ messages: inout Messages, runEnvironment: RunEnvironment
  ) {
    let folder = runEnvironment.temporaryFolder
    let items = JSONElements(depth: ExportJSON.itemDepth, waitingIn: folder)
    let kept = JSONElements(depth: ExportJSON.itemDepth, waitingIn: folder)
    let refused = JSONElements(depth: ExportJSON.itemDepth, waitingIn: folder)
    let others = JSONElements(depth: ExportJSON.itemDepth, waitingIn: folder)
    calendars.forEach(&messages) { name, reading, _ in
      // Looking up places is cheap only in order, so each of the arrays has its own.
      var places = LinePlaces(reading.document)
      var (ofKept, ofRefused) = (places, places)
      for item in reading.items {
        items.add(ItemJSON(item, of: reading, file: name, places: &places))
        for line in item.kept {
          kept.add(LineJSON(line, of: item, reading: reading, file: name, places: &ofKept))
        }
        for line in item.refused {
          refused.add(LineJSON(line, of: item, reading: reading, file: name, places: &ofRefused))
        }
      }
      for component in reading.others {
        others.add(ComponentJSON(component, of: reading, file: name, places: &places))
      }
    }
    JSONWriter.print(
      ShowJSON(
        items: items.contents, kept: kept.contents, others: others.contents,
        refused: refused.contents, messages: messages.reported))
  }
}

/// The document of `show --json`.
private struct ShowJSON: JSONValue {
  let items: FileContents
  let kept: FileContents
  let others: FileContents
  let refused: FileContents
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("items") { $0.elements(items) }
      json.member("kept") { $0.elements(kept) }
      json.member("messages", messages)
      json.member("others") { $0.elements(others) }
      json.member("refused") { $0.elements(refused) }
    }
  }
}

extension ItemJSON {
  /// Creates the JSON form of a calendar item.
  init(
    _ reading: ItemReading, of calendar: CalendarReading, file: String, places: inout LinePlaces
  ) {
    let place = places.place(ofByte: calendar.document.range(of: reading.component).lowerBound)
    self.init(
      item: reading.item, tags: reading.item.categories.map { Tag($0) },
      project: [],
      source: SourceJSON(file: file, line: place.line, column: place.column))
  }
}

/// A component that is not an item.
private struct ComponentJSON: JSONValue {
  private let name: String
  private let source: SourceJSON

  init(
    _ index: Int, of reading: CalendarReading, file: String, places: inout LinePlaces
  ) {
    name = reading.document.components[index].name
    let place = places.place(ofByte: reading.document.range(of: index).lowerBound)
    source = SourceJSON(file: file, line: place.line, column: place.column)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("component", name)
      json.member("source", source)
    }
  }
}

/// A line whose contents are not in the item.
private struct LineJSON: JSONValue {
  private let source: SourceJSON
  private let property: String
  private let value: String
  private let uid: String

  init(
    _ index: Int, of item: ItemReading, reading: CalendarReading, file: String,
    places: inout LinePlaces
  ) {
    let line = reading.document.lines[index]
    let place = places.place(ofByte: line.range.lowerBound)
    let property = reading.document.property(line)
    source = SourceJSON(file: file, line: place.line, column: place.column)
    self.property = property.upperName
    value = String(property.valueText.prefix(1000))
    uid = item.item.uid
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("column", source.column)
      json.member("file", source.file)
      json.member("line", source.line)
      json.member("property", property)
      json.member("uid", uid)
      json.member("value", value)
    }
  }
}
