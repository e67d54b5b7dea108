import CalendarImports
import CalendarItems
import Diagnostics
import ICalendar
import LineState
import TaskText

/// The document of `import --json`: items, the changes of their lines, messages and losses.
struct ImportJSON: JSONValue {
  let plans: [(plan: ImportPlan, inputs: [CalendarInput])]
  let messages: [MessageJSON]

  static func print(
    _ plans: [(plan: ImportPlan, inputs: [CalendarInput])], _ messages: Messages
  ) {
    JSONWriter.print(ImportJSON(plans: plans, messages: messages.reported))
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("changes") { json in
        for (plan, _) in plans {
          for change in plan.changes { json.element(ImportChangeJSON(change: change)) }
        }
      }
      json.member("items") { json in
        for (plan, inputs) in plans {
          let lines = inputs.map { Self.lines(of: $0.reading) }
          for item in plan.items {
            json.element(ItemJSON(item, inputs, line: lines[item.input][item.reading]))
          }
        }
      }
      json.member("lost") { json in
        for (plan, _) in plans {
          for loss in plan.losses { json.element(ImportLossJSON(loss: loss)) }
        }
      }
      json.member("messages", messages)
    }
  }
}

extension ImportJSON {
  /// The number of the first line of each item, from 1.
  private static func lines(of reading: CalendarReading) -> [Int] {
    var places = LinePlaces(reading.document)
    return reading.items.indices.map { index in
      let component = reading.items.component(at: index)
      return places.place(ofByte: reading.document.range(of: component).lowerBound).line
    }
  }
}

/// The change of an item's line.
private struct ImportChangeJSON: JSONValue {
  let change: ImportChange

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("fields", change.fields)
      json.member("file", change.file)
      json.member("kind", change.kind.rawValue)
      json.member("line", change.line.map { $0 + 1 })
      json.member("title", change.title)
      json.member("uid", change.name.uid)
    }
  }
}

/// A part of an item that its line does not contain.
private struct ImportLossJSON: JSONValue {
  let loss: ImportLoss

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("column", 1)
      json.member("file", loss.file)
      json.member("line", loss.line)
      json.member("property", loss.property)
      json.member("reason", loss.reason)
      json.member("value", loss.value)
    }
  }
}

extension ItemJSON {
  /// Creates the JSON form of an imported item.
  init(_ imported: ImportedItem, _ inputs: [CalendarInput], line: Int) {
    let item = imported.item
    self.init(
      item: item, tags: item.categories.map { Tag($0) }, project: imported.path,
      source: SourceJSON(file: inputs[imported.input].name, line: line, column: 1))
  }
}
