import CalendarItems
import CalendarStores
import CalendarSync
import ExactText
import TaskDates
import Testing

@Suite("A task file that is synced with a phone")
struct FileAndPhoneTests {
  private func date(_ text: String) throws -> TMDateType { try DatePayload(parsing: text).value }

  /// Completes an occurrence of a series on the phone as a changed one.
  private func complete(
    _ day: String, _ both: FileAndPhone, title: String = "Water"
  ) async throws {
    var series = try #require(await both.items.first { $0.item.recurs })
    var occurrence = series.item
    occurrence.recurrence = nil
    occurrence.occurrence = try date(day)
    occurrence.when = occurrence.occurrence
    occurrence.title = title
    occurrence.status = .completed
    occurrence.completed = Instant(seconds: 1_796_000_000)
    series.content.changed.append(occurrence)
    try await both.phone.update(series)
  }

  // MARK: Values that a phone writes in another form

  /// Changes the item on the phone, and syncs.
  private func rewrite(
    _ line: String, _ change: (inout CalendarItem) throws -> Void
  ) async throws -> FileAndPhone {
    let both = try await FileAndPhone(line)
    var stored = try #require(await both.items.first)
    try change(&stored.content.item)
    try await both.phone.update(stored)
    return both
  }

  /// The event with DURATION in place of DTEND.
  private func useDuration(_ item: inout CalendarItem) throws {
    let start = try #require(item.when?.startDate)
    let end = try #require(item.when?.endDate)
    item.when = .dateTime(start)
    item.estimate = TimeSpan(seconds: end.secondNumber - start.secondNumber)
  }

  @Test(arguments: [
    "- A @due(2026-12-03 10:00 - 11:00)\n", "- A @due(2026-12-03 23:00 - 2026-12-04 01:00)\n",
    "- A @due(2026-12-03 10:00 - 11:00) @repeat(weekly)\n",
  ])
  func aDurationInPlaceOfAnEndChangesNothing(line: String) async throws {
    let both = try await rewrite(line, useDuration)
    try await both.sync()
    #expect(try both.lines == line)
    #expect(try await both.item("A").item.estimate != nil)
    try both.write(line.replacing("- A", with: "- B"))
    try await both.sync()
    #expect(try await both.item("B").item.estimate != nil)
  }

  @Test func anEventWithADurationIsMovedWithItsLength() async throws {
    let both = try await rewrite("- A @due(2026-12-03 10:00 - 11:00)\n") { item in
      try useDuration(&item)
      item.when = try date("2026-12-03 14:00")
    }
    try await both.sync()
    #expect(try both.lines == "- A @due(2026-12-03 14:00 - 15:00)\n")
    try both.write("- A @due(2026-12-04 08:00 - 10:30)\n")
    try await both.sync()
    let item = try await both.item("A").item
    #expect(item.when == (try date("2026-12-04 08:00")) && item.estimate?.nominalSeconds == 9000)
  }

  @Test func theWeekdayOfAFirstDateInARuleChangesNothing() async throws {
    let line = "- A @due(2026-12-03) @repeat(weekly)\n"
    let thursday = RecurrenceRule.WeekdayNumber(.thursday)
    let both = try await rewrite(line) { $0.recurrence?.rule?.weekdays = [thursday] }
    try await both.sync()
    #expect(try both.lines == line)
    try both.write(line.replacing("12-03", with: "12-04"))
    try await both.sync()
    let item = try await both.item("A").item
    #expect(item.when == (try date("2026-12-04")) && item.recurrence?.rule?.weekdays == [])
  }

  @Test func aRuleWithAnotherWeekdayThanItsFirstDateIsAChange() async throws {
    let both = try await rewrite("- A @due(2026-12-03) @repeat(weekly)\n") {
      $0.recurrence?.rule?.weekdays = [RecurrenceRule.WeekdayNumber(.friday)]
    }
    try await both.sync()
    #expect(try both.lines == "- A @due(2026-12-03) @repeat(weekly on fri)\n")
  }

  @Test func valuesThatAreTheDefaultAreNoChange() async throws {
    let line = "- A @due(2026-12-03) @home @phone\n"
    let both = try await rewrite(line) { item in
      (item.status, item.percent, item.classification) = (.needsAction, 0, "PUBLIC")
      item.categories.reverse()
    }
    try await both.sync()
    #expect(try both.lines == line)
  }

  // MARK: Occurrences

  @Test func countsAChangedOccurrenceAsOneCompletion() async throws {
    let both = try await FileAndPhone("- Water @due(2026-12-01) @repeat(weekly)\n")
    for (done, next) in [("2026-12-01", "2026-12-08"), ("2026-12-08", "2026-12-15")] {
      try await complete(done, both)
      try await both.sync()
      let items = await both.items
      let open = items.filter { !$0.item.isClosed }
      #expect(open.map { $0.item.when?.firstDay.formattedDate } == [next])
      #expect(items.allSatisfy { $0.content.changed.isEmpty })
      let day = try date(done)
      #expect(items.count { $0.item.isClosed && $0.item.when == day } == 1)
    }
    let count = await both.items.count
    #expect(count == 3)
    let lines = try both.lines
    #expect(
      lines == """
        - Water @due(2026-12-15) @repeat(weekly)
        - Water @due(2026-12-08) @done(2026-11-30 00:53)
        - Water @due(2026-12-01) @done(2026-11-30 00:53)

        """)
  }

  @Test func showsACompletedOccurrenceWithItsOwnTitleOnce() async throws {
    let both = try await FileAndPhone("- Water @due(2026-12-01) @repeat(weekly)\n")
    try await complete("2026-12-01", both, title: "Water the roses")
    try await both.sync()
    #expect(
      try both.lines.hasPrefix("- Water @due(2026-12-01) @repeat(weekly) @except(2026-12-01)\n"))
    #expect(try await both.datesOfLines.filter { $0.hasSuffix("done") }.count == 1)
    let items = await both.items
    #expect(items.count == 1 && items[0].content.changed.map(\.title) == ["Water the roses"])
  }

  @Test func closesASeriesWhoseLastOccurrenceIsCompleted() async throws {
    let both = try await FileAndPhone("- Water @due(2026-12-01) @repeat(weekly 1 time)\n")
    try await complete("2026-12-01", both)
    try await both.sync()
    #expect(try await both.item("Water").item.status == .completed)
    #expect(try both.lines.contains("@done"))
  }

  @Test func keepsALaterOccurrenceThatIsCompleted() async throws {
    let both = try await FileAndPhone("- Water @due(2026-12-01) @repeat(weekly)\n")
    try await complete("2026-12-08", both)
    try await both.sync()
    let lines = try both.lines
    #expect(
      lines == """
        - Water @due(2026-12-01) @repeat(weekly) @except(2026-12-08)
        - Water @due(2026-12-08) @done(2026-11-30 00:53)

        """)
    #expect(try await both.item("Water").content.changed.count == 1)
  }

  @Test func movesAFixedAlarmWithEachOccurrence() async throws {
    let both = try await FileAndPhone("- Plan\n")
    var series = CalendarItem(kind: .reminder, uid: "water", title: "Water")
    series.when = try date("2026-12-02")
    series.recurrence = Recurrence(rule: RecurrenceRule(.weekly))
    let first = Instant(seconds: 1_796_112_000)
    series.alarms = [Alarm(.at(first))]
    try await both.add(series)
    try await both.sync()
    for week in 1...3 {
      var stored = try await both.item("Water")
      let days = ["2026-12-09", "2026-12-16", "2026-12-23"]
      stored.item.when = try date(days[week - 1])
      stored.item.alarms = [Alarm(.at(Instant(seconds: first.seconds + week * 604_800)))]
      try await both.phone.update(stored)
      try await both.sync()
      let lines = try both.lines
      #expect(lines.ranges(of: "@remind").count == 1, "\(lines)")
    }
    try both.write(
      try both.lines.replacing("2026-12-23", with: "2026-12-30")
        .replacing("2026-12-22", with: "2026-12-29"))
    try await both.sync()
    #expect(
      try await both.item("Water").item.alarms
        == [Alarm(.at(Instant(seconds: first.seconds + 4 * 604_800)))])
  }

  @Test func hasAllAddedDatesOfASeriesWithoutARule() async throws {
    let both = try await FileAndPhone("- Plan\n")
    var series = CalendarItem(kind: .event, uid: "course", title: "Course")
    series.when = try date("2026-12-01 09:00 - 10:00")
    series.anchor = .utc
    series.recurrence = Recurrence(
      rule: nil, also: [try date("2026-12-05 09:00"), try date("2026-12-09 11:00")])
    try await both.add(series)
    try await both.sync()
    let lines = try both.lines
    #expect(
      lines == """
        - Plan
        - Course @due(2026-12-01 09:00 - 10:00) @also(2026-12-05 09:00, 2026-12-09 11:00)

        """)
    #expect(try await both.datesOfLines == both.datesOnPhone)
    try both.write(lines.replacing(", 2026-12-09 11:00", with: ""))
    try await both.sync()
    #expect(try await both.datesOfLines == both.datesOnPhone)
    #expect(try await both.item("Course").item.recurrence?.also.count == 1)
  }

  @Test func putsASubtaskBelowItsParent() async throws {
    let both = try await FileAndPhone("- Plan\n")
    var part = CalendarItem(kind: .reminder, uid: "a part", title: "Buy a valve")
    part.relations = [Relation(.parent, "the parent")]
    try await both.add(part)
    try await both.sync()
    try await both.add(CalendarItem(kind: .reminder, uid: "the parent", title: "Call Ann"))
    try await both.sync()
    #expect(try both.lines == "- Plan\n- Call Ann\n\t- Buy a valve\n")
    #expect(try await both.item("Buy a valve").item.relations == part.relations)
  }

  @Test func isFinishedAfterAParentWasRemoved() async throws {
    let both = try await FileAndPhone("- Plan\n- Call Ann\n\t- Buy a valve\n")
    #expect(try await both.item("Buy a valve").item.relations.count == 1)
    try await both.phone.remove(try await both.item("Call Ann").version)
    try await both.sync()
    #expect(try both.lines == "- Plan\n- Buy a valve\n")
    #expect(try await both.item("Buy a valve").item.relations.isEmpty)
  }

  @Test func replacesAnAlarmInTheLine() async throws {
    let both = try await FileAndPhone("- Call @due(2026-12-03) @remind(2026-12-03 10:00) @x\n")
    var stored = try await both.item("Call")
    stored.item.alarms = [Alarm(.at(Instant(seconds: 1_796_288_400)))]
    try await both.phone.update(stored)
    try await both.sync()
    #expect(try both.lines == "- Call @due(2026-12-03) @remind(2026-12-03 09:00) @x\n")
    #expect(try await both.item("Call").item.alarms == stored.item.alarms)
  }
}
