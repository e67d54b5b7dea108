import Testing

/// A series in one calendar and its changed occurrences in another that is given beside it, such as those of two years.
@Suite("A series in several calendars") struct PartedSourcesTests {
  private static let series =
    "BEGIN:VEVENT\nUID:s\nDTSTAMP:20261101T000000Z\nSUMMARY:Team\nDTSTART:20261230T090000Z\n"
    + "RRULE:FREQ=DAILY;COUNT=4\nEND:VEVENT"

  private static let other =
    "BEGIN:VEVENT\nUID:o\nDTSTAMP:20261101T000000Z\nSUMMARY:Other\nDTSTART:20270105T090000Z\nEND:VEVENT"

  private static func moved(_ day: String, to hour: String, more: String = "") -> String {
    "BEGIN:VEVENT\nUID:s\nDTSTAMP:20261101T000000Z\nSUMMARY:Moved\nRECURRENCE-ID:\(day)T090000Z\n"
      + "DTSTART:\(day)T\(hour)0000Z\(more)\nEND:VEVENT"
  }

  private static let seriesLine =
    "- Team @due(2026-12-30 09:00) @event @repeat(daily 4 times) @except(2027-01-01 09:00) @tz(UTC)"
  private static let movedLine = "- Moved @due(2027-01-01 12:00) @event"

  private func home(_ moved: String = moved("20270101", to: "11")) throws -> StoreHome {
    let home = try StoreHome()
    try home.item("2026.ics", Self.series)
    try home.item("2027.ics", moved)
    return home
  }

  private func lines(_ home: StoreHome) throws -> [String] {
    try home.scratch.text("i.taskpaper").split(separator: "\n").map(String.init)
  }

  private func `import`(_ home: StoreHome, _ calendars: [String]) throws -> Run {
    try home.run(["import"] + calendars + ["--into", "i.taskpaper"])
  }

  private static let orders = [["2026.ics", "2027.ics"], ["2027.ics", "2026.ics"]]

  @Test(arguments: orders)
  func anImportJoinsIt(order: [String]) throws {
    let home = try home()
    for _ in 0..<3 {
      let run = try self.import(home, order)
      #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
      #expect(Set(try lines(home)) == [Self.seriesLine, Self.movedLine])
      #expect(try lines(home).count == 2)
    }
  }

  @Test(arguments: orders)
  func anOccurrenceThatComesLaterJoinsIt(order: [String]) throws {
    let home = try home()
    let other = Self.other
    try home.item("2027.ics", other)
    _ = try self.import(home, order)
    #expect(try lines(home).count == 2)
    try home.item("2027.ics", Self.moved("20270101", to: "11") + "\n" + other)
    let run = try self.import(home, order)
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(
      Set(try lines(home).map(Self.sorted))
        == Set(
          [Self.seriesLine, Self.movedLine, "- Other @due(2027-01-05 10:00) @event"]
            .map(Self.sorted)))
    try home.item("2027.ics", Self.moved("20270101", to: "13") + "\n" + other)
    _ = try self.import(home, order)
    #expect(try lines(home).contains("- Moved @due(2027-01-01 14:00) @event"))
    try home.item("2027.ics", other)
    _ = try self.import(home, order)
    #expect(
      Set(try lines(home)) == [
        "- Team @due(2026-12-30 09:00) @event @repeat(daily 4 times) @tz(UTC)",
        "- Other @due(2027-01-05 10:00) @event",
      ])
  }

  /// The parts of a line in order: a tag that an import adds goes to the end.
  private static func sorted(_ line: String) -> [String] {
    line.split { " ()".contains($0) }.map(String.init).sorted()
  }

  @Test(arguments: ["2026.ics", "2027.ics"])
  func oneOfTheCalendarsAloneLosesNothing(alone: String) throws {
    let home = try home()
    _ = try self.import(home, Self.orders[0])
    let before = try lines(home)
    let run = try self.import(home, [alone])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(try lines(home) == before)
    try home.item(
      "2027.ics", Self.moved("20270101", to: "11") + "\n" + Self.moved("20270102", to: "08"))
    for order in [["2027.ics"], ["2026.ics"], Self.orders[1]] {
      _ = try self.import(home, order)
      guard order != ["2026.ics"] || alone == "2027.ics" else { continue }
      #expect(try lines(home).count == 3)
      #expect(try lines(home)[0].contains("@except(2027-01-01 09:00, 2027-01-02 09:00)"))
    }
  }

  @Test(arguments: orders)
  func theRestOfASeriesMayBeInAnotherCalendar(order: [String]) throws {
    let home = try home(
      Self.moved("20270101", to: "11")
        .replacing("RECURRENCE-ID:", with: "RECURRENCE-ID;RANGE=THISANDFUTURE:"))
    for _ in 0..<2 {
      _ = try self.import(home, order)
      #expect(
        Set(try lines(home)) == [
          "- Team @due(2026-12-30 09:00) @event @repeat(daily until 2026-12-31) @tz(UTC)",
          "- Moved @due(2027-01-01 11:00) @event @repeat(daily 2 times) @tz(UTC)",
        ])
    }
  }

  @Test func aLossNamesTheLineOfItsOwnFile() throws {
    let home = try home(Self.moved("20270101", to: "11", more: "\nATTENDEE:mailto:a@b.example"))
    try home.item(
      "2027.ics",
      Self.other + "\n" + Self.moved("20270101", to: "11", more: "\nATTENDEE:mailto:a@b.example"))
    let text = try home.scratch.text("2027.ics").split(separator: "\r\n")
    let line = try #require(text.firstIndex { $0.hasPrefix("ATTENDEE") }) + 1
    let run = try self.import(home, Self.orders[0])
    #expect(run.errorLines.count == 1)
    #expect(run.error.hasPrefix("2027.ics:\(line):1: not kept: ATTENDEE"), "\(run.error)")
  }

  @Test func twoCalendarsThatBothHaveASeriesAreNotJoined() throws {
    let home = try home(Self.series + "\n" + Self.moved("20270101", to: "11"))
    for _ in 0..<2 {
      _ = try self.import(home, Self.orders[0])
      #expect(try lines(home).count == 2)
    }
    let list = try home.printed("list", "2026-12-30", "2026.ics", "2027.ics")
    #expect(list.matches(of: /Team/).count == 2)
  }

  @Test(arguments: orders + [["f"]])
  func listsAndOccurrencesShowEachDateOnce(sources: [String]) throws {
    let home = try home()
    for name in Self.orders[0] { try home.scratch.write("f/\(name)", try home.scratch.text(name)) }
    let found = try home.run(["occurrences"] + sources)
    #expect(
      found.output == "2026-12-30T10:00\n2026-12-31T10:00\n2027-01-01T12:00\n2027-01-02T10:00\n",
      "\(found.output) \(found.error)")
    let list = try home.run(["list", "2027-01"] + sources).output
    let times = list.matches(of: /\d\d:\d\d/).map { String($0.output) }
    #expect(times == ["12:00", "10:00"], "\(list)")
  }

  @Test(arguments: orders + [["f"]])
  func aStoreGetsOneItem(sources: [String]) throws {
    let home = try home()
    for name in Self.orders[0] { try home.scratch.write("f/\(name)", try home.scratch.text(name)) }
    for store in ["sqlite:s.sqlite", "vdir:v"] {
      if store == "vdir:v" { try home.scratch.write("v/L/displayname", "L") }
      for _ in 0..<2 {
        let run = try home.run(["store", "import"] + sources + ["\(store)#L"])
        #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
      }
      #expect(try home.printed("occurrences", store).split(separator: "\n").count == 4)
    }
  }

  @Test func anOccurrenceOfAKnownSeriesDoesNotReplaceIt() throws {
    let home = try home()
    for name in ["2026.ics", "2027.ics", "2026.ics"] {
      let run = try home.run("store", "import", name, "sqlite:s.sqlite#L")
      #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    }
    let found = try home.printed("occurrences", "sqlite:s.sqlite")
    #expect(found.split(separator: "\n").count == 4, "\(found)")
    #expect(found.contains("2027-01-01T12:00"), "\(found)")
  }
}
