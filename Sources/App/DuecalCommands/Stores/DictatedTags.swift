import CalendarItems
import Diagnostics
import ExactText
import LineCodec
import TaskBridge
import TaskText

/// The tags of a line that becomes an item of a store.
struct DictatedTags {
  let reader: LineFieldReader
  let checks: LineChecks

  /// The fields that the tags set.
  func fields(of document: TaskDocument) -> LineFields {
    var ignored: [Diagnostic] = []
    return reader.fields(of: document, line: 0, diagnostics: &ignored)
  }

  /// Warns about words and tags of the line that its item will not have.
  func warn(of file: TaskFile, _ item: CalendarItem, messages: inout Messages) {
    let found = checks.diagnostics(of: [file]).joined().filter { $0.severity != .note }
    for one in found { messages.warn(one.sentence) }
    let document = file.document
    for loss in losses(of: file, item) {
      let start = document.place(ofByte: loss.offset, line: 0).column
      let end = document.place(ofByte: loss.offset + loss.value.utf8.count, line: 0).column
      let isReported = found.contains { (start..<end).contains($0.place.column) }
      if !isReported { messages.warn("not kept: \(loss.value): \(loss.reason)") }
    }
  }

  /// The tags that no property can hold; unlike other calendars, a store also has duecal's own properties.
  private func losses(of file: TaskFile, _ item: CalendarItem) -> [Loss] {
    let source = ItemMapping.Source(line: 0, file: file, path: [], parentUID: nil)
    let losses = TagLosses.losses(
      [item], fields(of: file.document), source: source, file: 0, reader: reader, hints: .nothing,
      keepsAlarms: true)
    return losses.filter { loss in
      switch loss.property {
      case "DURATION": item.estimate == nil
      case "RRULE": item.recurrence?.isAfterDone != true
      default: true
      }
    }
  }
}
