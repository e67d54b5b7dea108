import Agenda
import UserFiles

/// The JSON document of commands that print items.
struct ItemsJSON: JSONValue {
  let items: FileContents
  let messages: [MessageJSON]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("items") { $0.elements(items) }
      json.member("messages", messages)
    }
  }
}

/// Prints the document of `list --json`: items, one for each occurrence, and messages.
enum AgendaJSON {
  /// Prints a document.
  static func print(
    _ entries: [AgendaEntry], _ reading: AgendaReading, runEnvironment: RunEnvironment,
    messages: Messages
  ) {
    let items = JSONElements(
      depth: ExportJSON.itemDepth, waitingIn: runEnvironment.temporaryFolder)
    var fields = AgendaFields(reading)
    for entry in entries { items.add(ItemJSON(entry, &fields)) }
    JSONWriter.print(ItemsJSON(items: items.contents, messages: messages.reported))
  }
}

extension ItemJSON {
  /// Creates the JSON form of an agenda entry.
  init(_ entry: AgendaEntry, _ fields: inout AgendaFields) {
    self.init(
      item: entry.item, tags: fields.tags(of: entry), project: entry.project,
      source: fields.source(of: entry))
    id = fields.id(of: entry)
  }
}
