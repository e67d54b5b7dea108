import CalendarItems
import ExactText
import Foundation
import TaskDates
import Testing

@testable import ICalendar

@Suite("The property table")
struct PropertyRowTests {
  /// Checks what the compiler cannot: that each stored property of an item has a case of `ItemField`.
  @Test func knowsEachStoredPropertyOfAnItem() {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "t")
    item.location = "x"  // creates the rare fields
    let names = Self.names(in: item)
    #expect(names.contains("location") && names.contains("title"))
    #expect(names.subtracting(["original"]) == Set(ItemField.allCases.map(\.name)))
  }

  /// The names of stored properties, including those in boxes.
  private static func names(in value: Any) -> Set<String> {
    var names: Set<String> = []
    for child in Mirror(reflecting: value).children {
      guard let label = child.label else { continue }
      if label == "rare", let box = Mirror(reflecting: child.value).children.first?.value {
        let values = Mirror(reflecting: box).children.first?.value ?? box
        names.formUnion(Self.names(in: values))
      } else {
        names.insert(label)
      }
    }
    return names
  }

  /// The kind is that of the component; every other field is in a property.
  @Test(arguments: ItemField.allCases.filter { $0 != .core(.kind) })
  func hasARowForEachField(field: ItemField) {
    #expect(PropertyRows.row(of: field) != nil)
  }

  @Test func hasRoomForEachPropertyInASet() {
    #expect(PropertyName.allCases.count <= PropertySet.RawValue.bitWidth)
  }

  @Test func namesEachPropertyOnce() {
    let names = PropertyRows.all.flatMap { $0.names }
    #expect(names.count == Set(names).count)
  }

  @Test(arguments: ItemDetail.allCases)
  func readsWhatItWritesOfADetail(detail: ItemDetail) throws {
    #expect(!detail.propertyNames.isEmpty)
    #expect(!detail.key.isEmpty && !detail.label.isEmpty)
  }
}

@Suite("What is lost of an item")
struct RoundTripComparisonTests {
  private func lost(_ change: (inout CalendarItem) throws -> Void) rethrows -> [String] {
    var item = CalendarItem(kind: .reminder, uid: "1", title: "t")
    try change(&item)
    let bytes = ItemEncoder(zones: [:]).lines(of: item)
    guard let written = CalendarReading(bytes: bytes).items.first?.item else { return ["all"] }
    return RoundTripComparison(of: item, in: written).lost.map(\.name)
  }

  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  @Test func isNotConfusedWithWhatIsWrittenInAnotherWay() throws {
    #expect(try lost { $0.when = try date("2026-12-03 thru 2026-12-05") } == [])
    #expect(try lost { $0.when = try date("2026-12") } == [])
    #expect(lost { $0.notes = "" } == [])
    #expect(lost { $0.percent = 100 } == [])
    #expect(lost { $0.estimate = TimeSpan(seconds: 86_400) } == [])
  }

  @Test func isARepetitionWithoutADate() {
    #expect(lost { $0.recurrence = Recurrence(rule: RecurrenceRule(.daily)) } == ["recurrence"])
  }

  @Test func isNoRepetitionAfterCompletion() {
    let rule = RecurrenceRule(.daily, interval: 10)
    #expect(lost { $0.recurrence = Recurrence(rule: rule, isAfterDone: true) } == [])
  }

  @Test func areExceptionsToWhatRepeatsAfterCompletion() throws {
    let day = try date("2026-12-03")
    #expect(
      lost {
        $0.recurrence = Recurrence(
          rule: RecurrenceRule(.daily), isAfterDone: true, except: [day])
      } == ["recurrence"])
  }

  @Test func isAStartThatDoesNotFitTheDueDate() throws {
    #expect(
      try lost {
        $0.when = try date("2026-12-03")
        $0.start = try date("2026-12-05")
      } == ["start"])
  }

  @Test func areHintsOfUnknownNames() {
    #expect(lost { $0.hints = [ItemHint("X-OTHER", "a")] } == ["hints"])
  }

  @Test func isAStateThatAnEventCannotHave() throws {
    var event = CalendarItem(kind: .event, uid: "1", title: "t")
    event.when = try date("2026-12-03")
    event.percent = 40
    let bytes = ItemEncoder(zones: [:]).lines(of: event)
    let written = try #require(CalendarReading(bytes: bytes).items.first?.item)
    #expect(RoundTripComparison(of: event, in: written).lost == [.core(.percent)])
  }
}

@Suite("The documentation of properties")
struct PropertyPageTests {
  @Test func hasARowForEachProperty() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "Docs/iCalendar.md"), encoding: .utf8)
    for name in PropertyRows.all.flatMap { $0.names } where name != .trigger {
      #expect(page.contains("\(name.text)"), "\(name.text) is not in Docs/iCalendar.md")
    }
  }
}
