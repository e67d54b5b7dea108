import Testing

/// A series with a changed occurrence, and the lines that each way into the text makes of it.
struct SeriesCase: CustomStringConvertible, Sendable {
  let description: String
  let series: String
  let change: String?
  let lines: [String]

  /// Creates a case of an event or a reminder.
  init(_ name: String, _ series: String, _ change: String? = nil, _ lines: String...) {
    (description, self.series, self.change, self.lines) = (name, series, change, lines.sorted())
  }

  static let team = """
    BEGIN:VEVENT
    UID:a
    DTSTAMP:20261101T000000Z
    SUMMARY:Team
    DTSTART:20261208T080000Z
    DTEND:20261208T090000Z
    RRULE:FREQ=WEEKLY;COUNT=4
    END:VEVENT
    """
  static let dates = team.replacing("RRULE:FREQ=WEEKLY;COUNT=4", with: "RDATE:20261212T080000Z")
  static let water = """
    BEGIN:VTODO
    UID:a
    DTSTAMP:20261101T000000Z
    SUMMARY:Water
    DTSTART;VALUE=DATE:20261208
    DUE;VALUE=DATE:20261208
    RRULE:FREQ=WEEKLY;COUNT=4
    END:VTODO
    """

  /// A changed occurrence.
  static func change(_ kind: String, _ lines: String) -> String {
    """
    BEGIN:\(kind)
    UID:a
    DTSTAMP:20261101T000000Z
    \(lines)
    END:\(kind)
    """
  }

  private static func meeting(_ day: String, _ times: String, _ more: String = "") -> String {
    change(
      "VEVENT",
      """
      RECURRENCE-ID:\(day)T080000Z
      DTSTART:\(times.split(separator: "/")[0])
      DTEND:\(times.split(separator: "/")[1])
      SUMMARY:Team\(more)
      """)
  }

  private static func task(_ day: String, _ due: String, _ more: String = "") -> String {
    change(
      "VTODO",
      """
      RECURRENCE-ID;VALUE=DATE:\(day)
      DTSTART;VALUE=DATE:\(due)
      DUE;VALUE=DATE:\(due)
      SUMMARY:Water\(more)
      """)
  }

  private static let teamLine =
    "- Team @due(2026-12-08 08:00 - 09:00) @repeat(weekly 4 times) @except(2026-12-15)"
  private static let waterLine =
    "- Water @due(2026-12-08) @repeat(weekly 4 times) @except(2026-12-15)"

  static let all = [
    SeriesCase(
      "a moved event", team, meeting("20261215", "20261216T100000Z/20261216T110000Z"), teamLine,
      "- Team @due(2026-12-16 10:00 - 11:00)"),
    SeriesCase(
      "a renamed event", team, meeting("20261215", "20261215T080000Z/20261215T090000Z", " party"),
      teamLine, "- Team party @due(2026-12-15 08:00 - 09:00)"),
    SeriesCase(
      "a cancelled event", team,
      meeting("20261215", "20261215T080000Z/20261215T090000Z", "\nSTATUS:CANCELLED"), teamLine),
    SeriesCase(
      "an event with a rule of its own", team,
      meeting("20261215", "20261216T100000Z/20261216T110000Z", "\nRRULE:FREQ=WEEKLY"), teamLine,
      "- Team @due(2026-12-16 10:00 - 11:00)"),
    SeriesCase(
      "dates that only RDATE gives", dates, nil,
      "- Team @due(2026-12-08 08:00 - 09:00) @also(2026-12-12 08:00)"),
    SeriesCase(
      "a moved one of them", dates, meeting("20261212", "20261213T100000Z/20261213T110000Z"),
      "- Team @due(2026-12-08 08:00 - 09:00) @also(2026-12-12 08:00) @except(2026-12-12 08:00)",
      "- Team @due(2026-12-13 10:00 - 11:00)"),
    SeriesCase(
      "a moved task", water, task("20261215", "20261217"), waterLine, "- Water @due(2026-12-17)"),
    SeriesCase(
      "a task that is done", water,
      task("20261215", "20261215", "\nSTATUS:COMPLETED\nCOMPLETED:20261129T080000Z"), waterLine,
      "- Water @due(2026-12-15) @done(2026-11-29 08:00)"),
    SeriesCase(
      "a cancelled task", water, task("20261215", "20261215", "\nSTATUS:CANCELLED"), waterLine),
    SeriesCase(
      "a task without a date of its own", water,
      change("VTODO", "RECURRENCE-ID;VALUE=DATE:20261215\nSUMMARY:Water more"), waterLine,
      "- Water more @due(2026-12-15)"),
    SeriesCase(
      "a task with an alarm at a fixed time", water,
      task(
        "20261215", "20261217",
        """

        BEGIN:VALARM
        ACTION:DISPLAY
        DESCRIPTION:x
        TRIGGER;VALUE=DATE-TIME:20261216T080000Z
        END:VALARM
        """), waterLine, "- Water @due(2026-12-17) @remind(2026-12-16 08:00)"),
  ]
}

/// How a calendar comes into the text.
enum SeriesFlow: String, CaseIterable, Sendable {
  case importing, importingLater, syncing, syncingLater

  var isImport: Bool { self == .importing || self == .importingLater }
  var isLater: Bool { self == .importingLater || self == .syncingLater }
}

@Suite("A series and its changed occurrences, in each way into the text and back")
struct SeriesFlowsTests {
  private let home: StoreHome

  init() throws {
    home = try StoreHome()
    try home.scratch.write("n/x.taskpaper", "")
  }

  private func run(_ flow: SeriesFlow) throws {
    let words =
      flow.isImport
      ? ["import", "v/x/1.ics", "--into", "n/x.taskpaper"]
      : ["sync", "tasks:n", "vdir:v", "--yes"]
    let run = try home.run(words, environment: ["TZ": "UTC"])
    #expect(run.status <= 1, "\(run.error)")
  }

  /// The lines of the text; an import names the times of exceptions, too.
  private var lines: [String] {
    get throws {
      try home.scratch.text("n/x.taskpaper")
        .replacing("@except(2026-12-15 08:00)", with: "@except(2026-12-15)")
        .split(separator: "\n").map(String.init).sorted()
    }
  }

  @Test(arguments: SeriesCase.all, SeriesFlow.allCases)
  func areTheSameLines(of series: SeriesCase, flow: SeriesFlow) throws {
    if flow.isLater {
      try home.item("v/x/1.ics", series.series)
      try run(flow)
    }
    try home.item("v/x/1.ics", series.series + "\n" + (series.change ?? ""))
    let calendar = try home.scratch.text("v/x/1.ics")
    for _ in 0..<2 {
      try run(flow)
      #expect(try lines.map(tags) == series.lines.map(tags))
    }
    #expect(try home.scratch.text("v/x/1.ics") == calendar)
  }

  /// The title and the tags of a line, whose order does not matter.
  private func tags(_ line: String) -> Set<String> {
    Set(line.split(separator: " @").map(String.init))
  }

  // MARK: From the text

  private static let withLines = SeriesCase.all.filter { $0.lines.count == 2 }

  /// Brings a series and its changed occurrence into the text; returns the line of that.
  private func synced(_ series: SeriesCase) throws -> String {
    try home.item("v/x/1.ics", series.series + "\n" + (series.change ?? ""))
    try run(.syncing)
    return try #require(try lines.first { !$0.contains("@repeat") && !$0.contains("@also") })
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try home.scratch.text("n/x.taskpaper")
    try #require(text.contains(old))
    try home.scratch.write("n/x.taskpaper", text.replacing(old, with: new))
    for _ in 0..<2 { try run(.syncing) }
  }

  private func count(_ text: String) throws -> Int {
    try home.scratch.text("v/x/1.ics").split(separator: "\r\n").count { $0.hasPrefix(text) }
  }

  @Test(arguments: withLines)
  func anOccurrenceTakesWhatItsLineChanges(series: SeriesCase) throws {
    let line = try synced(series)
    try edit(line, "- Something else \(line.drop { $0 != "@" })")
    #expect(try count("SUMMARY:Something else") == 1)
    #expect(try count("RECURRENCE-ID") == 1 && count("UID:") == 2)
  }

  @Test(arguments: withLines)
  func anOccurrenceWithoutItsLineDoesNotTakePlace(series: SeriesCase) throws {
    let line = try synced(series)
    try edit(line + "\n", "")
    #expect(try count("RECURRENCE-ID") == 0 && count("UID:") == 1)
    #expect(try count("EXDATE") == 1)
    #expect(try lines.count == 1)
  }

  @Test(arguments: withLines)
  func anOccurrenceIsAsItsSeriesWithoutTheException(series: SeriesCase) throws {
    let line = try synced(series)
    let text = try home.scratch.text("n/x.taskpaper").replacing(line + "\n", with: "")
    let plain = text.replacing(/\ @except\([^)]*\)/, with: "")
    try edit(try home.scratch.text("n/x.taskpaper"), plain)
    #expect(try count("RECURRENCE-ID") == 0 && count("EXDATE") == 0 && count("UID:") == 1)
  }
}
