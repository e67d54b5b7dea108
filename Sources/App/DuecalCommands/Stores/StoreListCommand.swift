import ArgumentParser
import CalendarItems
import CalendarStores
import ExactText
import StoreAccess

/// `duecal store list`.
struct StoreListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show the lists of stores, with the kinds and the number of their items.",
    discussion: """
      By default these are the stores of the configuration, and sqlite: if it exists.

      Examples:
        duecal store list
        duecal store list vdir:~/calendars
        duecal store list work --json
      """)

  @Argument(help: "The stores.", completion: StoreCompletion.stores)
  var stores: [String] = []

  @Flag(help: .json)
  var json = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let runEnvironment = try RunEnvironment.current()
    var messages = Messages(verbosity, runEnvironment, to: json ? nil : .error)
    let places = try places(runEnvironment)
    try CalendarNetwork.prepare(for: places)
    let opening = StoreOpening(runEnvironment, options)
    var rows: [ListRow] = []
    for place in places { rows += self.rows(of: place, opening, messages: &messages) }
    if json {
      JSONWriter.print(ReportJSON("lists", rows, messages: messages.reported))
    } else {
      let width = min(60, rows.map { $0.label.count }.max() ?? 0)
      for row in rows { Output.standard.print(row.line(width).visible) }
    }
    try messages.status.throwUnlessDone()
  }

  private func places(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> [StorePlace] {
    let names = StoreNames(runEnvironment)
    var places: [StorePlace] = []
    for text in stores.isEmpty ? names.usual : stores { places.append(try names.store(text)) }
    return places
  }

  private func rows(
    of place: StorePlace, _ opening: StoreOpening, messages: inout Messages
  ) -> [ListRow] {
    guard let open = opening.open(place, for: .reading, messages: &messages) else { return [] }
    do throws(StoreError) {
      let all = try open.lists()
      let lists = try open.meantLists()
      return lists.compactMap { row(of: $0, among: all, open, messages: &messages) }
    } catch {
      messages.report(error, of: place.label)
      return []
    }
  }

  /// The row of a list; nil, after a report, for a list that cannot be read.
  private func row(
    of list: ItemList, among all: [ItemList], _ open: OpenStore, messages: inout Messages
  ) -> ListRow? {
    let label = open.label(of: list, among: all)
    do throws(StoreError) {
      return ListRow(
        label: label, store: open.place.name, list: list, count: try open.versions(in: list).count)
    } catch {
      messages.report(error, of: label)
      return nil
    }
  }
}

/// A list in the form in which it is shown.
private struct ListRow: JSONValue {
  let label: String
  let store: String
  let list: ItemList
  let count: Int

  func line(_ width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, width - label.count))
    let kinds = kinds.map { "\($0)s" }.joined(separator: " and ")
    return "\(label)\(blanks)  \(count) \(count == 1 ? "item" : "items"); takes \(kinds)"
      + (list.isWritable ? "" : "; read-only")
  }

  private var kinds: [String] {
    CalendarItem.Kind.allCases.filter(list.details.kinds.contains).map(\.rawValue)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("color", list.details.color)
      json.member("id", list.id.name)
      json.member("items", count)
      json.member("kinds", kinds)
      json.member("name", label)
      json.member("store", store)
      json.member("title", list.title)
      json.member("writable", list.isWritable)
    }
  }
}
