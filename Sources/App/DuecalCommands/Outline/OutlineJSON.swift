import Diagnostics
import TaskBridge
import TaskText

/// The lines of files as JSON; see `Docs/JSON.md`.
struct OutlineJSON: JSONValue {
  let files: [TaskFile]

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("lines") { json in
        for file in files { Self.write(file, to: &json) }
      }
    }
  }

  private static func write(_ file: TaskFile, to json: inout JSONWriter) {
    var places = PlaceFinder(file.document)
    for index in file.document.lines.indices {
      let tags = file.document.tags[file.document.lines[index].tags].map {
        OutlineTag($0, index, document: file.document, places: &places)
      }
      json.element(Line(file: file, index: index, tags: tags))
    }
  }

  private struct Line: JSONValue {
    let file: TaskFile
    let index: Int
    let tags: [OutlineTag]

    func write(to json: inout JSONWriter) {
      let line = file.document.lines[index]
      json.object { json in
        json.member("file", file.name)
        json.member("kind", line.kind.rawValue)
        json.member("level", line.level)
        json.member("line", index + 1)
        json.member("parent", file.outline.parent(of: index).map { $0 + 1 })
        json.member("tags", tags)
        json.member("text", line.kind == .blank ? "" : file.document.string(line.text))
      }
    }
  }
}

/// A tag and its place.
private struct OutlineTag: JSONValue {
  private let name: String
  private let value: String?
  private let place: Place

  init(_ span: TagSpan, _ line: Int, document: TaskDocument, places: inout PlaceFinder) {
    name = document.name(of: span)
    value = document.payload(of: span)
    place = places.place(ofByte: span.range.lowerBound, line: line)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("byteColumn", place.byteColumn)
      json.member("column", place.column)
      json.member("name", name)
      json.member("value", value)
    }
  }
}
