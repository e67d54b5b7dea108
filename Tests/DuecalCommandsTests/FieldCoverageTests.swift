import CalendarItems
import ExactText
import Foundation
import ICalendar
import LineCodec
import TaskBridge
import TaskDates
import TaskEditing
import Testing

@testable import DuecalCommands

/// Checks what each detail of an item must have besides its row.
///
/// That is: a label, a place in JSON and in merging, and documentation. The other places are switches that do not
/// compile without it.
@Suite("Each detail of an item")
struct FieldCoverageTests {
  /// A valid value of a detail.
  private static func sample(_ detail: ItemDetail) -> ItemDetail.Value {
    switch detail {
    case .priority: .number(5)
    case .estimate: .length(TimeSpan(seconds: 7200))
    case .location: .text("Here")
    case .url: .text("https://example.org")
    case .classification: .text("CONFIDENTIAL")
    case .color: .text("tomato")
    }
  }

  private static func item(_ detail: ItemDetail) -> CalendarItem {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "a")
    item[detail] = sample(detail)
    return item
  }

  private static let zone = Zone.utc

  private func line(of item: CalendarItem) -> String {
    LineMapping(LineMapping.Options(zone: Self.zone)).line(of: item).body
  }

  @Test(arguments: ItemDetail.allCases)
  func hasATag(detail: ItemDetail) throws {
    let tag = try #require(DetailTag.all.first { $0.detail == detail })
    #expect(line(of: Self.item(detail)).contains("@\(tag.field.rawValue)("))
    #expect(!tag.reason.isEmpty)
  }

  @Test(arguments: ItemDetail.allCases)
  func isReadAsItIsWritten(detail: ItemDetail) throws {
    let bytes = ItemEncoder(zones: [:]).lines(of: Self.item(detail))
    let read = try #require(CalendarReading(bytes: bytes).items.first?.item)
    #expect(read[detail] == Self.sample(detail))
  }

  @Test(arguments: ItemDetail.allCases)
  func isMerged(detail: ItemDetail) {
    let reader = LineFieldReader { _ in nil }
    let now = line(of: Self.item(detail))
    let merge = LineMerge("- a", then: "- a", now: now, mine: "- a @mine", reader: reader)
    #expect(merge.changed == [DetailTag.all.first { $0.detail == detail }?.field.rawValue])
  }

  @Test(arguments: ItemDetail.allCases)
  func isInJSON(detail: ItemDetail) throws {
    let json = ItemJSON(
      item: Self.item(detail), tags: [], project: [],
      source: SourceJSON(file: "-", line: 1, column: 1))
    var bytes: [UInt8] = []
    try JSONWriter.write(json) { bytes += $0 }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object[detail.key] is String || object[detail.key] is Int)
  }

  @Test(arguments: ItemDetail.allCases)
  func isDocumented(detail: ItemDetail) throws {
    let tag = try #require(DetailTag.all.first { $0.detail == detail })
    #expect(try page("Format").contains("`@\(tag.field.rawValue)("))
    #expect(try page("JSON").contains("`\(detail.key)`"))
    for name in detail.propertyNames {
      #expect(try page("iCalendar").contains(name) && page("Import").contains(name))
    }
  }

  private func page(_ name: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "Docs/\(name).md"), encoding: .utf8)
  }

  /// A time of a to-do without a due date has a zone too, and so has the RECURRENCE-ID of an occurrence.
  @Test func datesNameTheirZones() throws {
    var item = CalendarItem(
      kind: .reminder, uid: "1", title: "a", anchor: .zone("America/New_York"))
    item.start = try DatePayload(parsing: "2026-01-01 09:00").value
    item.occurrence = item.start
    let json = ItemJSON(
      item: item, tags: [], project: [], source: SourceJSON(file: "-", line: 1, column: 1))
    var bytes: [UInt8] = []
    try JSONWriter.write(json) { bytes += $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"startZone\" : \"America/New_York\""))
    #expect(text.contains("\"occurrenceZone\" : \"America/New_York\""))
  }
}
