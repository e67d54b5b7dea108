import CalendarFeeds
import Diagnostics
import LineCodec
import TaskBridge
import TaskText
import UserFiles

/// The document of `export --json`: items, messages and losses.
struct ExportJSON: JSONValue {
  private let items: FileContents
  private let losses: [Loss]
  private let files: [TaskFile]
  private let messages: [MessageJSON]
  private let changes: [FeedChange]?

  /// Prints a document with items that were made before; nil if the run ended before that.
  static func print(
    _ items: JSONElements?, _ feed: Feed?, files: [TaskFile], messages: Messages,
    isDryRun: Bool
  ) {
    JSONWriter.print(
      ExportJSON(
        items: items?.contents ?? FileContents(), losses: feed?.losses ?? [], files: files,
        messages: messages.reported, changes: isDryRun ? feed?.changes : nil))
  }

  /// The nesting depth of an item.
  static let itemDepth = 2

  func write(to json: inout JSONWriter) {
    json.object { json in
      if let changes {
        json.member("changes") { json in
          for change in changes { json.element(FeedChangeJSON(change: change)) }
        }
      }
      json.member("items") { $0.elements(items) }
      json.member("lost") { json in
        var places = files.map { PlaceFinder($0.document) }
        for loss in losses { json.element(LossJSON(loss, files, places: &places)) }
      }
      json.member("messages", messages)
    }
  }
}

/// The change of an item that `--dry-run` found.
private struct FeedChangeJSON: JSONValue {
  let change: FeedChange

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", change.kind.rawValue)
      json.member("properties", change.properties)
      json.member("title", change.title)
      json.member("uid", change.uid)
    }
  }
}

extension ItemJSON {
  init(_ item: Feed.Item, _ files: [TaskFile]) {
    let document = files[item.line.file].document
    let offset = document.lines[item.line.line].body.lowerBound
    let place = document.place(ofByte: offset, line: item.line.line)
    self.init(
      item: item.item, tags: item.tags, project: item.path,
      source: SourceJSON(
        file: files[item.line.file].name, line: place.line, column: place.column))
  }
}

/// Something that is lost in the export.
private struct LossJSON: JSONValue {
  private let loss: Loss
  private let file: String
  private let place: Place

  init(_ loss: Loss, _ files: [TaskFile], places: inout [PlaceFinder]) {
    self.loss = loss
    file = files[loss.line.file].name
    place = places[loss.line.file].place(ofByte: loss.offset, line: loss.line.line)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("column", place.column)
      json.member("file", file)
      json.member("line", place.line)
      json.member("property", loss.property)
      json.member("reason", loss.reason)
      json.member("value", loss.count > 1 ? "\(loss.count) lines" : loss.value)
    }
  }
}
