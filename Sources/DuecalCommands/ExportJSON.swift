import CalendarFeeds
import Diagnostics
import TaskBridge
import TaskText

/// What `export --json` prints: items, messages and losses.
struct ExportJSON: Encodable {
  let items: [ItemJSON]
  let messages: [MessageJSON]
  let lost: [LossJSON]

  static func document(_ feed: Feed, _ files: [TaskFile]) throws -> [UInt8] {
    try JSONText.document(
      ExportJSON(
        items: feed.items.map { ItemJSON($0, files) },
        messages: zip(files, feed.diagnostics).flatMap { file, diagnostics in
          diagnostics.sorted { $0.place < $1.place }.map { MessageJSON($0, file: file.name) }
        },
        lost: feed.losses.map { LossJSON($0, files) }))
  }
}

extension ItemJSON {
  fileprivate init(_ item: Feed.Item, _ files: [TaskFile]) {
    let document = files[item.line.file].document
    let offset = document.lines[item.line.line].body.lowerBound
    let place = document.place(ofByte: offset, line: item.line.line)
    self.init(
      item.item, tags: item.tags, project: item.path,
      source: SourceJSON(
        file: files[item.line.file].name, line: place.line, column: place.column))
  }
}

/// Something that was said.
struct MessageJSON: Encodable {
  let severity: String
  let file: String
  let line: Int
  let column: Int
  let text: String
  let fix: Nullable<String>

  init(_ diagnostic: Diagnostic, file: String) {
    severity = diagnostic.severity.rawValue
    self.file = file
    line = diagnostic.place.line
    column = diagnostic.place.column
    text = diagnostic.sentence
    fix = Nullable(diagnostic.fix)
  }
}

/// Something that does not come through.
struct LossJSON: Encodable {
  let file: String
  let line: Int
  let column: Int
  let property: String
  let value: String
  let reason: String

  init(_ loss: Loss, _ files: [TaskFile]) {
    let place = files[loss.line.file].document.place(ofByte: loss.offset, line: loss.line.line)
    file = files[loss.line.file].name
    line = place.line
    column = place.column
    property = loss.property
    value = loss.value
    reason = loss.reason
  }
}
