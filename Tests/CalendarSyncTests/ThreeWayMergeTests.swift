import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import TaskDates
import Testing

@Suite("A merge of two changed items")
struct ThreeWayMergeTests {
  private func merged(
    _ base: CalendarItem, a: (inout CalendarItem) -> Void, b: (inout CalendarItem) -> Void
  ) -> ContentMerge {
    var (left, right) = (base, base)
    a(&left)
    b(&right)
    return ContentMerge(
      base: SyncSides(a: ItemContent(base), b: ItemContent(base)),
      now: SyncSides(a: ItemContent(left), b: ItemContent(right)), preference: .a)
  }

  private var task: CalendarItem { CalendarItem(kind: .reminder, uid: "1", title: "Call Ann") }

  @Test(arguments: [
    ("x", "a\nx", "x\nb", "a\nx\nb"), ("x\ny", "x\ny\na", "x\ny\nb", "x\ny\na\nb"),
    ("x\ny\nz", "X\ny\nz", "x\ny\nZ", "X\ny\nZ"), ("x\ny", "y", "x\ny\nb", "y\nb"),
    ("x\ny", "x\nY", "x\ny\nb", "x\nY\nb"), ("", "a", "b", "a\nb"),
  ])
  func joinsNotesLineByLine(base: String, a: String, b: String, merged: String) {
    var item = task
    item.notes = base.isEmpty ? nil : base
    let merge = self.merged(item) {
      $0.notes = a
    } b: {
      $0.notes = b
    }
    #expect(merge.contents.a.item.notes == merged)
    #expect(merge.contents.b.item.notes == merged)
    #expect(merge.conflicts.isEmpty)
  }

  @Test func aLengthThatAServerWritesInAnotherFormIsNoChange() {
    var item = task
    item.alarms = [Alarm(.relative(TimeSpan(seconds: -86_400), from: .due))]
    item.estimate = TimeSpan(seconds: 159 * 3600)
    let merge = merged(item) {
      $0.alarms.append(Alarm(.relative(TimeSpan(seconds: -600), from: .due)))
    } b: {
      $0.alarms = [Alarm(.relative(TimeSpan(days: -1), from: .due))]
      $0.estimate = TimeSpan(days: 6, seconds: 15 * 3600)
    }
    #expect(merge.conflicts.isEmpty)
    #expect(merge.contents.a.item.estimate == item.estimate)
    #expect(merge.contents.a.item.alarms.first == item.alarms.first)
    #expect(merge.contents.b.item.alarms.count == 2)
    #expect(merge.contents.b.item.alarms.first == Alarm(.relative(TimeSpan(days: -1), from: .due)))
  }

  @Test func anItemThatBothPutUnderAParentHasThatOfTheSideThatWins() {
    let other = Relation(.sibling, "another")
    let merge = merged(task) {
      $0.relations = [Relation(.parent, "mine")]
    } b: {
      $0.relations = [Relation(.parent, "theirs"), other]
    }
    for side in SyncSide.allCases {
      #expect(Set(merge.contents[side].item.relations) == [Relation(.parent, "mine"), other])
    }
    #expect(merge.conflicts.map(\.winner) == [.a])
  }

  @Test func reportsNotesOfWhichBothChangedALine() {
    var item = task
    item.notes = "x"
    let merge = merged(item) {
      $0.notes = "a"
    } b: {
      $0.notes = "b"
    }
    #expect(merge.contents.b.item.notes == "a")
    #expect(merge.conflicts.map(\.part) == ["notes"])
  }

  @Test func addsAndRemovesTagsOfBothSides() {
    var item = task
    item.categories = ["one", "two"]
    let merge = merged(item) {
      $0.categories = ["two", "three"]
    } b: {
      $0.categories = ["one", "four"]
    }
    #expect(Set(merge.contents.a.item.categories) == ["three", "four"])
    #expect(Set(merge.contents.b.item.categories) == ["three", "four"])
  }

  @Test func joinsExcludedDatesWithANewRule() throws {
    var item = task
    item.when = try DatePayload(parsing: "2026-12-03").value
    item.recurrence = Recurrence(rule: RecurrenceRule(.daily, interval: 1))
    let excluded = try DatePayload(parsing: "2026-12-05").value
    let merge = merged(item) {
      $0.recurrence?.rule?.end = .count(5)
    } b: {
      $0.recurrence?.except = [excluded]
    }
    for side in SyncSide.allCases {
      #expect(merge.contents[side].item.recurrence?.except == [excluded])
      #expect(merge.contents[side].item.recurrence?.rule?.end == .count(5))
    }
    #expect(merge.conflicts.isEmpty)
  }

  /// The same occurrence was completed on both sides, and one side has moved the series on.
  @Test func completesAnOccurrenceOnlyOnce() throws {
    var item = task
    item.when = try DatePayload(parsing: "2026-12-01").value
    item.recurrence = Recurrence(rule: RecurrenceRule(.weekly, interval: 1))
    let next = try DatePayload(parsing: "2026-12-08").value
    let merge = merged(item) {
      $0.when = next
    } b: {
      $0.status = .completed
    }
    for side in SyncSide.allCases {
      #expect(merge.contents[side].item.when == next)
      #expect(merge.contents[side].item.status == nil)
    }
    #expect(merge.conflicts.map(\.part) == ["status"])
  }

  @Test func keepsDateAndZoneTogetherIfOneSideChangedTheZone() throws {
    var item = task
    item.when = try DatePayload(parsing: "2026-12-03 15:00").value
    item.anchor = .zone("Europe/Berlin")
    let later = try DatePayload(parsing: "2026-12-03 17:00").value
    let merge = merged(item) {
      $0.anchor = .utc
    } b: {
      $0.when = later
    }
    #expect(merge.contents.b.item.anchor == .utc)
    #expect(merge.contents.b.item.when == item.when)
    #expect(merge.conflicts.map(\.part) == ["dates"])
  }

  /// A value that a store cannot hold is not taken for one that somebody removed.
  @Test func keepsWhatTheOtherStoreNeverHad() {
    var full = task
    full.location = "Paris"
    var changed = task
    changed.title = "Call Bob"
    let merge = ContentMerge(
      base: SyncSides(a: ItemContent(full), b: ItemContent(task)),
      now: SyncSides(a: ItemContent(full), b: ItemContent(changed)), preference: .a)
    #expect(merge.contents.a.item.location == "Paris")
    #expect(merge.contents.a.item.title == "Call Bob")
  }

  @Test func mergesChangedOccurrencesOneByOne() throws {
    var series = CalendarItem(kind: .event, uid: "1", title: "Team")
    series.when = try DatePayload(parsing: "2026-12-07 09:00-10:00").value
    series.recurrence = Recurrence(rule: RecurrenceRule(.weekly, interval: 1))
    func occurrence(_ day: Int, _ title: String) throws -> CalendarItem {
      var item = CalendarItem(kind: .event, uid: "1", title: title)
      item.when = try DatePayload(parsing: "2026-12-\(day) 11:00-12:00").value
      item.occurrence = try DatePayload(parsing: "2026-12-\(day) 09:00").value
      return item
    }
    let base = ItemContent(series, changed: [try occurrence(14, "x"), try occurrence(21, "y")])
    let a = ItemContent(series, changed: [try occurrence(14, "x!"), try occurrence(21, "y")])
    let b = ItemContent(series, changed: [try occurrence(14, "x"), try occurrence(28, "z")])
    let merge = ContentMerge(
      base: SyncSides(a: base, b: base), now: SyncSides(a: a, b: b), preference: .a)
    for side in SyncSide.allCases {
      #expect(Set(merge.contents[side].changed.map(\.title)) == ["x!", "z"])
    }
    #expect(merge.conflicts.isEmpty)
  }
}
