import CalendarFeeds
import Diagnostics
import TaskBridge
import TaskText

/// What `export --json` prints: items, messages and losses.
struct ExportJSON: Encodable {
  let items: [ItemJSON]
  let messages: [MessageJSON]
  let lost: [LossJSON]

  static func document(
    _ feed: Feed?, _ files: [TaskFile], _ messages: Messages
  ) throws -> [UInt8] {
    var places = files.map { PlaceFinder($0.document) }
    return try JSONText.document(
      ExportJSON(
        items: feed?.items.map { ItemJSON($0, files) } ?? [], messages: messages.said,
        lost: feed?.losses.map { LossJSON($0, files, &places) } ?? []))
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

/// Something that does not come through.
struct LossJSON: Encodable {
  let file: String
  let line: Int
  let column: Int
  let property: String
  let value: String
  let reason: String

  init(_ loss: Loss, _ files: [TaskFile], _ places: inout [PlaceFinder]) {
    let place = places[loss.line.file].place(ofByte: loss.offset, line: loss.line.line)
    file = files[loss.line.file].name
    line = place.line
    column = place.column
    property = loss.property
    value = loss.count > 1 ? "\(loss.count) lines" : loss.value
    reason = loss.reason
  }
}
