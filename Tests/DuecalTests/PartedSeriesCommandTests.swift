import Testing

/// Series whose changed occurrences lie in files of their own, and old versions of items, in every command.
@Suite("Several files with one UID") struct PartedSeriesCommandTests {
  private static let series =
    "BEGIN:VEVENT\nUID:s\nDTSTAMP:20261101T000000Z\nSUMMARY:Team\nDTSTART:20261201T090000Z\n"
    + "RRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT"
  private static let moved =
    "BEGIN:VEVENT\nUID:s\nDTSTAMP:20261101T000000Z\nSUMMARY:Team\nRECURRENCE-ID:20261202T090000Z\n"
    + "DTSTART:20261202T110000Z\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT"

  /// A folder as ical2vdir writes it: a component in each file, without a calendar around it.
  private func home(_ series: String = "s.ics", _ moved: String = "s.20261202T090000.ics") throws
    -> StoreHome
  {
    let home = try StoreHome()
    try home.scratch.write("v/L/\(series)", bare(Self.series))
    try home.scratch.write("v/L/\(moved)", bare(Self.moved))
    return home
  }

  private func bare(_ lines: String) -> String { lines.replacing("\n", with: "\r\n") + "\r\n" }

  private func expectEachDateOnce(_ list: String) {
    let times = list.matches(of: /\d\d:\d\d/).map { String($0.output) }
    #expect(times == ["10:00", "12:00", "10:00"], "\(list)")
  }

  @Test(arguments: [("s.ics", "s.2.ics"), ("b.ics", "a.ics")])
  func listsAndOccurrencesShowEachDateOnce(series: String, moved: String) throws {
    let home = try home(series, moved)
    for source in ["v/L", "vdir:v"] {
      expectEachDateOnce(try home.printed("list", "2026-12", source))
      let next = try home.printed("list", "all", source)
      #expect(next == "Today, Thursday 3 December 2026\n  10:00  *  Team\n", "\(next)")
      let found = try home.printed("occurrences", "-f", source)
      #expect(
        found == "2026-12-01T10:00\n2026-12-02T12:00\n2026-12-03T10:00\n", "\(source) \(found)")
      let days = try home.printed("list", "2026-12-02", source, "--json")
      #expect(days.matches(of: /"uid"/).count == 1)
      #expect(days.contains("\(moved)\"") && days.contains("\"line\" : 1\n"), "\(days)")
    }
  }

  @Test func anOccurrenceWithoutItsSeriesHasOneDate() throws {
    let home = try StoreHome()
    try home.scratch.write("v/L/a.ics", bare(Self.moved))
    for source in ["v/L/a.ics", "v/L", "vdir:v"] {
      #expect(try home.printed("occurrences", "-f", source) == "2026-12-02T12:00\n")
      #expect(try home.printed("list", "2026-12", source).matches(of: /Team/).count == 1)
    }
    #expect(
      try home.run("import", "v/L", "-q").output == "- Team @due(2026-12-02 12:00) @event\n")
  }

  @Test func anImportNeverLosesTheSeries() throws {
    let home = try StoreHome()
    try home.scratch.write("v/L/s.ics", bare(Self.series))
    _ = try home.run("import", "v/L", "--into", "i.taskpaper")
    try home.scratch.write("v/L/s.20261202T090000.ics", bare(Self.moved))
    let run = try home.run("import", "v/L", "--into", "i.taskpaper", "-q")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(
      try home.scratch.text("i.taskpaper") == """
        - Team @due(2026-12-01 09:00) @event @repeat(daily 3 times) @tz(UTC) @except(2026-12-02 09:00)
        - Team @due(2026-12-02 12:00) @event

        """)
  }

  @Test func aSyncHasOneItem() throws {
    let home = try home()
    try home.scratch.write("n/L.taskpaper", "")
    _ = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    expectEachDateOnce(try home.printed("list", "2026-12", "tasks:n"))
    let text = try home.scratch.text("n/L.taskpaper")
    #expect(text.matches(of: /Team/).count == 1, "\(text)")
    #expect(text.contains("@repeat(daily 3 times)"))
    #expect(try home.run("sync", "tasks:n", "vdir:v", "--yes").output.isEmpty)
    try home.scratch.write("n/L.taskpaper", text.replacing("- Team", with: "- Group"))
    let run = try home.run("sync", "tasks:n", "vdir:v", "--yes")
    #expect(run.status == 0, "\(run.error)")
    #expect(try home.scratch.text("v/L/s.ics").contains("SUMMARY:Group\r\n"))
    #expect(
      try home.scratch.text("v/L/s.20261202T090000.ics").contains("DTSTART:20261202T110000Z\r\n"))
  }

  private static func version(_ stamps: String, _ day: String) -> String {
    "BEGIN:VEVENT\nUID:v\nSUMMARY:Meet\n\(stamps)\nDTSTART;VALUE=DATE:\(day)\nEND:VEVENT"
  }

  @Test(arguments: [
    ("DTSTAMP:20261101T000000Z", "DTSTAMP:20261105T000000Z"),
    (
      "DTSTAMP:20261110T000000Z\nLAST-MODIFIED:20261101T000000Z",
      "DTSTAMP:20261110T000000Z\nLAST-MODIFIED:20261105T000000Z"
    ),
    ("DTSTAMP:20261101T000000Z\nSEQUENCE:1", "DTSTAMP:20261101T000000Z\nSEQUENCE:2"),
  ])
  func anOldVersionShowsNowhere(old: String, new: String) throws {
    let versions = [Self.version(old, "20261202"), Self.version(new, "20261203")]
    for order in [versions, versions.reversed()] {
      let home = try StoreHome()
      try home.item("one/L/a.ics", order.joined(separator: "\n"))
      for (name, version) in zip(["a", "b"], order) { try home.item("two/L/\(name).ics", version) }
      for folder in ["one", "two"] {
        for source in ["\(folder)/L", "vdir:\(folder)"] {
          #expect(try home.run("occurrences", "-f", source).output == "2026-12-03\n", "\(source)")
          let list = try home.run("list", "2026-12", source).output
          #expect(list.contains("3 Dec") && !list.contains("2 Dec"), "\(list)")
          #expect(
            try home.run("import", source, "-q").output == "- Meet @due(2026-12-03) @event\n")
        }
        try home.scratch.write("n\(folder)/L.taskpaper", "")
        _ = try home.run("sync", "tasks:n\(folder)", "vdir:\(folder)", "--yes")
        #expect(
          try home.scratch.text("n\(folder)/L.taskpaper") == "- Meet @due(2026-12-03) @event\n")
      }
    }
  }

  @Test func equalCopiesAreOne() throws {
    let home = try StoreHome()
    let item = Self.version("DTSTAMP:20261101T000000Z", "20261202")
    try home.item("v/L/a.ics", item + "\n" + item)
    try home.item("v/L/b.ics", item)
    for source in ["v/L", "v/L/a.ics", "vdir:v"] {
      #expect(try home.printed("occurrences", "-f", source) == "2026-12-02\n")
      #expect(try home.printed("list", "2026-12", source).matches(of: /Meet/).count == 1)
    }
  }

  @Test(arguments: [["s.ics", "o.ics"], ["o.ics", "s.ics"]])
  func aSeriesLosesTheDayOfAnOccurrenceThatWasImportedAlone(order: [String]) throws {
    let home = try StoreHome()
    try home.scratch.write("s.ics", bare(Self.series))
    try home.scratch.write("o.ics", bare(Self.moved))
    for (number, files) in [[order[0]], [order[1]], [order[0]], order, ["s.ics"], ["o.ics"]]
      .enumerated()
    {
      let run = try home.run(["import"] + files + ["--into", "i.taskpaper"])
      #expect(run.status == 0, "\(run.error)")
      guard number > 1 else { continue }
      let text = try home.scratch.text("i.taskpaper")
      #expect(text.contains("@except(2026-12-02 09:00)"), "\(number) \(files) \(text)")
      #expect(text.matches(of: /Team/).count == 2)
    }
  }

  @Test func anItemWithoutAUIDStaysInItsStore() throws {
    let home = try StoreHome()
    try home.item("v/L/a.ics", "BEGIN:VTODO\nDTSTAMP:20261101T000000Z\nEND:VTODO")
    try home.item("v/L/b.ics", "BEGIN:VTODO\nDTSTAMP:20261101T000000Z\nSUMMARY:x\nEND:VTODO")
    try home.item("v/L/c.ics", "BEGIN:VTODO\nUID:1\nDTSTAMP:20261101T000000Z\nSUMMARY:y\nEND:VTODO")
    try home.scratch.write("n/L.taskpaper", "")
    for _ in 0..<2 {
      let run = try home.run("sync", "tasks:n", "vdir:v", "--yes")
      #expect(run.status == 0)
      #expect(
        run.errorLines == [
          "duecal: vdir:v: L/b.ics has an item without a UID, which stays there; expected a UID",
          "vdir:v#L/a.ics:4:1: warning: this VTODO is empty and is left out; expected a UID and a SUMMARY",
        ])
      #expect(try home.scratch.text("n/L.taskpaper") == "- y\n")
    }
    let run = try home.run("import", "v/L")
    #expect(run.output == "- y\n- x\n" || run.output == "- x\n- y\n")
    #expect(
      run.errorLines.contains(
        "v/L/a.ics:4:1: warning: this VTODO is empty and is left out; expected a UID and a SUMMARY")
    )
  }
}
