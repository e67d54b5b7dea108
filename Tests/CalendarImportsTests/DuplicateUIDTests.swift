import CalendarImports
import CalendarItems
import Diagnostics
import LineCodec
import TaskBridge
import TaskText
import Testing

/// Items of one calendar with the same UID.
@Suite struct DuplicateUIDTests {
  @Test func twoItemsWithOneUIDAreTwoLines() throws {
    let plan = try imported(calendar(todo("", title: "a"), todo("", title: "b")))
    #expect(plan.lines == ["- a", "- b"])
    #expect(plan.plan.superseded.isEmpty)
  }

  @Test func aToDoAndAnEventWithOneUIDAreTwoLines() throws {
    let plan = try imported(
      calendar(todo("", title: "a"), event("DTSTART;VALUE=DATE:20241203", title: "b")))
    #expect(plan.lines == ["- a", "- b @due(2024-12-03) @event"])
  }

  @Test func itemsThatAreTheSameButForTheirStampsAreOneLine() throws {
    let plan = try imported(calendar(todo("SEQUENCE:1"), todo(""), todo("")))
    #expect(plan.lines == ["- a"])
    #expect(plan.plan.superseded.isEmpty)
  }

  @Test(arguments: [["new", "old"], ["old", "new"]])
  func ofTwoVersionsTheOneWithTheHigherSequenceCounts(order: [String]) throws {
    let versions = order.map { todo($0 == "new" ? "SEQUENCE:2" : "SEQUENCE:1", title: $0) }
    let plan = try imported(calendar(versions[0], versions[1]))
    #expect(plan.lines == ["- new"])
    let line = order[0] == "old" ? 4 : 10
    #expect(
      plan.plan.superseded.map { "\($0.input):\($0.diagnostic)" } == [
        "0:\(line):1: warning: this is an older version of the item with the UID \"1\", and is left "
          + "out; expected one version of each item"
      ])
  }

  @Test func ofTwoVersionsWithOneTitleTheLaterCounts() throws {
    let plan = try imported(
      calendar(
        todo("LAST-MODIFIED:20240102T000000Z\nDUE;VALUE=DATE:20240201"),
        todo("LAST-MODIFIED:20240101T000000Z\nDUE;VALUE=DATE:20240301")))
    #expect(plan.lines == ["- a @due(2024-02-01)"])
    #expect(plan.plan.superseded.count == 1)
  }

  @Test func manyOlderVersionsAreReportedTogether() throws {
    let versions = (1...4).map { todo("SEQUENCE:\($0)", title: "v\($0)") }
    let plan = try imported(calendar(versions.joined(separator: "\n")))
    #expect(plan.lines == ["- v4"])
    #expect(
      plan.plan.superseded.map(\.diagnostic.sentence) == [
        "this and 2 more are older versions of the item with the UID \"1\", and are left out; "
          + "expected one version of each item"
      ])
  }

  /// A series in Berlin, and a changed occurrence that is named in UTC and in a zone.
  private func named(_ utc: String, _ zone: String, title: String = "c") -> [String] {
    [
      event("DTSTART;TZID=Europe/Berlin:20261203T150000\nRRULE:FREQ=WEEKLY;COUNT=3"),
      event("RECURRENCE-ID:20261210T140000Z\nDTSTART:20261210T160000Z\n\(utc)", title: "b"),
      event(
        "RECURRENCE-ID;TZID=Europe/Berlin:20261210T150000\n"
          + "DTSTART;TZID=Europe/Berlin:20261210T180000\n\(zone)", title: title),
    ]
  }

  @Test(arguments: [
    ("SEQUENCE:2", "SEQUENCE:1", "- b @due(2026-12-10 17:00) @event"),
    ("SEQUENCE:1", "SEQUENCE:2", "- c @due(2026-12-10 18:00) @event"),
    (
      "LAST-MODIFIED:20261102T000000Z", "LAST-MODIFIED:20261101T000000Z",
      "- b @due(2026-12-10 17:00) @event"
    ),
  ])
  func anOccurrenceThatIsNamedInUTCAndInAZoneIsOneLine(
    utc: String, zone: String, line: String
  ) throws {
    let parts = named(utc, zone)
    let series =
      "- a @due(2026-12-03 15:00) @event @repeat(weekly 3 times) @except(2026-12-10 15:00)"
    let together = try imported(calendar(parts[0], parts[1], parts[2]))
    #expect(together.lines == [series, line])
    #expect(together.plan.superseded.count == 1)
    let apart = try imported(calendar(parts[0]), calendar(parts[1]), calendar(parts[2]))
    #expect(apart.lines == [series, line])
  }

  @Test func ofTwoOccurrencesWithOneTitleAndOneStampTheLastIsTheLine() throws {
    let parts = named("SEQUENCE:1", "SEQUENCE:1", title: "b")
    let plan = try imported(calendar(parts[0], parts[1], parts[2]))
    #expect(plan.lines.dropFirst() == ["- b @due(2026-12-10 18:00) @event"])
    #expect(plan.plan.superseded.count == 1)
    let other = named("SEQUENCE:1", "SEQUENCE:1")
    #expect(try imported(calendar(other[0], other[1], other[2])).lines.count == 3)
  }

  @Test func occurrencesAtOneLocalTimeInTwoZonesAreTwo() throws {
    let plan = try imported(
      calendar(
        event("DTSTART:20261203T140000Z\nRRULE:FREQ=HOURLY;COUNT=30"),
        event("RECURRENCE-ID:20261203T150000Z\nDTSTART:20261203T151000Z", title: "b"),
        event(
          "RECURRENCE-ID;TZID=Europe/Berlin:20261203T170000\n"
            + "DTSTART;TZID=Europe/Berlin:20261203T171000", title: "c")))
    #expect(
      Set(plan.lines.dropFirst()) == [
        "- b @due(2026-12-03 16:10) @event", "- c @due(2026-12-03 17:10) @event",
      ])
  }

  @Test func itemsThatChangePlacesKeepTheirLines() throws {
    let (a, b) = (todo("", title: "a"), todo("", title: "b"))
    let first = try imported(calendar(a, b))
    let next = try imported(calendar(b, a), into: first.text, after: first.memory)
    #expect(next.lines == ["- a", "- b"])
    #expect(next.changes == [])
  }

  @Test func whenOneIsGoneTheOtherKeepsItsLine() throws {
    let (a, b) = (todo("", title: "a"), todo("", title: "b"))
    let first = try imported(calendar(a, b))
    for (left, gone) in [(a, "b"), (b, "a")] {
      let next = try imported(calendar(left), into: first.text, after: first.memory) {
        $0.removed = .delete
      }
      #expect(next.changes == ["removed \(gone)"])
    }
  }

  @Test func anItemThatWasImportedIsNoOlderVersion() throws {
    let first = try imported(calendar(todo("", title: "a"), todo("", title: "b")))
    let next = try imported(
      calendar(todo("", title: "a"), todo("SEQUENCE:1", title: "c")), into: first.text,
      after: first.memory)
    #expect(next.lines == ["- a", "- c"])
    #expect(next.plan.superseded.isEmpty)
  }

  @Test func olderVersionsBesideTwoItemsStayLeftOut() throws {
    let input = calendar(
      todo("", title: "old"), todo("SEQUENCE:1", title: "a"), todo("SEQUENCE:1", title: "b"))
    let plan = try imported(input)
    #expect(plan.lines == ["- a", "- b"])
    #expect(plan.plan.superseded.count == 1)
  }

  @Test func ofTwoItemsBothMayChange() throws {
    let first = try imported(calendar(todo("", title: "a"), todo("", title: "b")))
    let next = try imported(
      calendar(todo("SEQUENCE:1", title: "c"), todo("SEQUENCE:2", title: "d")), into: first.text,
      after: first.memory)
    #expect(next.lines.sorted() == ["- c", "- d"])
  }

  @Test func anItemThatIsReallyCalledSoKeepsItsName() throws {
    let plan = try imported(
      calendar(todo("", title: "a"), todo("", title: "b"), todo("", uid: "1 #2", title: "c")))
    #expect(plan.lines == ["- a", "- b", "- c"])
  }

  @Test func linesWithUIDsHaveDifferentOnes() throws {
    let plan = try imported(calendar(todo("", title: "a"), todo("", title: "b"))) {
      $0.mapping.writesUIDs = true
    }
    #expect(plan.lines == ["- a @uid(1 #2)", "- b @uid(1)"])
  }

  @Test func twoSeriesWithOneUIDAreTwoLinesAndKeepThem() throws {
    let daily = "DTSTART:20240101T090000Z\nRRULE:FREQ=DAILY"
    let (a, b) = (event(daily, title: "a"), event(daily, title: "b"))
    let changed = event(
      "RECURRENCE-ID:20240103T090000Z\nDTSTART:20240103T100000Z", title: "changed")
    let first = try imported(calendar(a, b, changed))
    #expect(first.lines.count == 3)
    let next = try imported(calendar(b, changed, a), into: first.text, after: first.memory)
    #expect(next.changes == [])
  }

  @Test func twoFormsOfOneOccurrenceAreTwoLines() throws {
    let occurrence = "RECURRENCE-ID:20240103T090000Z\nDTSTART:20240103T1"
    let plan = try imported(
      calendar(
        event("DTSTART:20240101T090000Z\nRRULE:FREQ=DAILY"),
        event(occurrence + "00000Z", title: "x"), event(occurrence + "10000Z", title: "y")))
    #expect(plan.lines.count == 3)
  }

  @Test func inAnotherFileTheyAreLinesToo() throws {
    let plan = try imported(
      calendar(todo("")), calendar(todo("", title: "b"), todo("", title: "c")))
    #expect(plan.lines == ["- a", "- b", "- c"])
    #expect(plan.plan.repeated.isEmpty)
  }

  @Test(arguments: [0, 1])
  func oneAppointmentInTwoFilesIsOneLineInWhateverOrder(first: Int) throws {
    let start = "DTSTART:20241203T090000Z\nDTEND:20241203T100000Z\n"
    let files = [
      calendar(event(start + "CATEGORIES:x")), calendar(event(start + "CATEGORIES:y")),
    ]
    let plan = try imported(files[first], files[1 - first])
    #expect(plan.lines == ["- a @due(2024-12-03 10:00 - 11:00) @x"])
    #expect(plan.plan.repeated.map(\.uid) == ["1"])
    let next = try imported(
      files[1 - first], files[first], into: plan.text, after: plan.memory)
    #expect(next.text == plan.text && next.changes.isEmpty)
  }

  @Test func ofTwoVersionsWithOneDTSTAMPTheOneThatWasModifiedLastCounts() throws {
    let versions = ["20231201", "20231202"].map {
      todo("LAST-MODIFIED:\($0)T000000Z\nDUE;VALUE=DATE:\($0)")
    }
    for order in [versions, versions.reversed()] {
      let plan = try imported(calendar(order.joined(separator: "\n")))
      #expect(plan.lines == ["- a @due(2023-12-02)"])
      #expect(plan.plan.superseded.count == 1)
      let files = try imported(calendar(order[0]), calendar(order[1]))
      #expect(files.lines == plan.lines)
    }
  }

  private static func due(_ day: String) -> String { "DUE;VALUE=DATE:\(day)" }

  @Test func whenOneIsGoneTheOtherMayChangeItsDate() throws {
    let (a, b) = (
      todo(Self.due("20240101"), title: "a"), todo(Self.due("20240102"), title: "b")
    )
    let first = try imported(calendar(a, b))
    for (title, other) in [("a", "b"), ("b", "a")] {
      let left = todo(Self.due("20240505"), title: title)
      let next = try imported(calendar(left), into: first.text, after: first.memory) {
        $0.removed = .delete
      }
      #expect(next.lines == ["- \(title) @due(2024-05-05)"], "not \(other)")
    }
  }

  @Test(arguments: [false, true])
  func bothMayChangeTheirDatesAndKeepTheirLines(reversed: Bool) throws {
    let first = try imported(
      calendar(todo(Self.due("20240101"), title: "a"), todo(Self.due("20240102"), title: "b")))
    var items = [
      todo("SEQUENCE:1\n" + Self.due("20240303"), title: "a"),
      todo("SEQUENCE:2\n" + Self.due("20240404"), title: "b"),
    ]
    if reversed { items.reverse() }
    let next = try imported(
      calendar(items.joined(separator: "\n")), into: first.text, after: first.memory)
    #expect(next.lines == ["- a @due(2024-03-03)", "- b @due(2024-04-04)"])
  }

  @Test func aToDoAndAnEventBothChangeAndKeepTheirLines() throws {
    func start(_ day: String) -> String { "DTSTART;VALUE=DATE:\(day)" }
    let first = try imported(
      calendar(todo(Self.due("20240101"), title: "a"), event(start("20240102"), title: "b")))
    let next = try imported(
      calendar(event(start("20240304"), title: "d"), todo(Self.due("20240303"), title: "c")),
      into: first.text, after: first.memory)
    #expect(next.lines == ["- c @due(2024-03-03)", "- d @due(2024-03-04) @event"])
  }

  @Test func aNewerVersionBesideAKnownOneReplacesIt() throws {
    let first = try imported(calendar(todo(Self.due("20240101"))))
    let newer = todo("SEQUENCE:1\n" + Self.due("20240202"))
    let next = try imported(
      calendar(todo(Self.due("20240101")), newer), into: first.text, after: first.memory)
    #expect(next.lines == ["- a @due(2024-02-02)"])
    #expect(next.plan.superseded.count == 1)
  }

  @Test func aNewItemDoesNotTakeTheLineOfAnotherKindThatIsGone() throws {
    let first = try imported(
      calendar(todo("", title: "a"), event("DTSTART;VALUE=DATE:20240102", title: "b")))
    let next = try imported(
      calendar(todo("", title: "a"), todo("", title: "c")), into: first.text, after: first.memory)
    #expect(next.lines.contains("- a") && next.lines.contains("- c"))
    #expect(
      next.changes.contains("kept b") || next.changes.contains("removed b"), "\(next.changes)")
  }
}
