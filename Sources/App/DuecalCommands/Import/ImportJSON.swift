import CalendarImports
import CalendarItems
import LineState
import TaskText

/// What `import --json` prints: items, what is done with them, messages and losses.
struct ImportJSON: JSONValue {
  let plans: [(plan: ImportPlan, inputs: [CalendarInput])]
  let messages: [MessageJSON]

  static func print(
    _ plans: [(plan: ImportPlan, inputs: [CalendarInput])], _ messages: Messages
  ) {
    JSONWriter.print(ImportJSON(plans: plans, messages: messages.said))
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
          for item in plan.items { json.element(ItemJSON(item, inputs)) }
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

/// What is done with an item.
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

/// Something that a line does not hold.
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
  /// An item as it is imported.
  init(_ item: ImportedItem, _ inputs: [CalendarInput]) {
    self.init(
      item: item.item, tags: item.item.categories.map { Tag($0) }, project: item.path,
      source: SourceJSON(file: inputs[item.input].name, line: 1, column: 1))
  }
}
