import Foundation
import TestSupport
import Testing

@Suite("Commands that read")
struct ReadingCommandTests {
  @Test func nothingIsWrittenAnywhere() throws {
    let scratch = try Scratch()
    try scratch.write("home/a.taskpaper", "P:\n- a @due(2024-12-01)\n\t- b @due(x)")
    try scratch.write("home/c.ics", "BEGIN:VTODO\nUID:1\nDUE:20261201\nEND:VTODO\n")
    try scratch.write("home/b.todo", "\u{2610} c")
    let before = try scratch.contents()
    let world = [
      "HOME": scratch.url.path, "XDG_STATE_HOME": scratch.url.path, "TMPDIR": scratch.url.path,
      "XDG_CONFIG_HOME": scratch.url.path, "XDG_CACHE_HOME": scratch.url.path,
    ]
    for arguments in [
      ["export", "home"], ["export", "home", "--json"], ["check", "home"], ["outline", "home"],
      ["outline", "home", "--json"], ["verify", "home/a.taskpaper"], ["--help"],
      ["show", "home"], ["show", "home", "--json"], ["check", "home/c.ics"],
      ["occurrences", "home/c.ics"], ["occurrences", "home/c.ics", "--json"],
    ] {
      _ = try duecal(arguments, in: scratch.url, environment: world)
      #expect(try scratch.contents() == before, "\(arguments)")
    }
  }

  /// The size of a calendar is limited; that of a file from which only lines are read is not.
  @Test func aFileMayHaveMoreBytesThanACalendar() throws {
    let scratch = try Scratch()
    let note = "\t" + String(repeating: "x", count: 9_999_998) + "\n"
    // Written piece by piece, since a child process counts the memory of its parent as its own.
    let tasks = try scratch.write("large.taskpaper", "")
    let file = try #require(FileHandle(forWritingAtPath: tasks))
    for day in 1...7 {
      try file.write(contentsOf: Data("- task \(day) @due(2026-12-0\(day))\n\(note)".utf8))
    }
    try file.close()
    #expect(try duecal(["verify", tasks]).status == 0)
    let export = try duecal(["export", tasks, "-o", "large.ics", "-q"], in: scratch.url)
    #expect(export.status == 0)
    let calendar = scratch.url.appendingPathComponent("large.ics").path
    #expect(try duecal(["verify", calendar]).status == 0)
    #expect(try duecal(["show", calendar]).status == 65)
  }

  @Test func theOutlineIsShownAsItIsRead() throws {
    let run = try duecal(["outline", "-"], input: "P: @x\n\t- a @due(1) @b\n\n\t\tnote\n")
    #expect(run.output == "1  project  P @x\n2  task       a @due(1) @b\n4  note         note\n")
  }

  @Test func theOutlineIsOneJSONDocument() throws {
    let run = try duecal(["outline", "-", "--json"], input: "P:\n\t- \u{E9} @due(1) @b\n\n")
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let lines = try #require(document?["lines"] as? [[String: Any]])
    #expect(lines.map { $0["kind"] as? String } == ["project", "task", "blank"])
    #expect(lines.map { $0["text"] as? String } == ["P", "\u{E9}", ""])
    #expect(lines.map { $0["parent"] as? Int } == [nil, 1, nil])
    #expect(lines.allSatisfy { $0.keys.contains("parent") })
    let tags = try #require(lines[1]["tags"] as? [[String: Any]])
    #expect(tags.map { $0["name"] as? String } == ["due", "b"])
    #expect(tags.map { $0["value"] as? String } == ["1", nil])
    #expect(tags.map { $0["column"] as? Int } == [6, 14])
    #expect(tags.map { $0["byteColumn"] as? Int } == [7, 15])
  }

  @Test func checkReportsWhatIsWrongInOrderWithTheFix() throws {
    let text = """
      - a @due(2024-12-04 10:00-10:30)
      - b @due(2024-12-04 22:00 - 02:00)
      - c @due(2024-03-31 02:30)
      - d @due(2024-10-27 02:30)
      - e @due(2024-12-02) @repeat(weekly on fri)
      - f @due(2024-01-31) @repeat(monthly)
      - g @due(tomorrow)
      - h @due(2024-12-04) @due(2024-12-05)
      """
    let run = try duecal(
      ["check", "-", "--zone", "Europe/Berlin"], input: text,
      environment: ["DUECAL_NOW": "2026-12-03T10:00:00Z"])
    #expect(run.status == 1)
    #expect(
      run.output.split(separator: "\n") == [
        "-:1:10: note: TaskPaper reads \"2024-12-04 10:00-10:30\" as a time with a UTC offset; write 2024-12-04 10:00 - 10:30",
        "-:2:10: error: the end 2024-12-04 02:00 is not after the beginning 2024-12-04 22:00; write 2024-12-04 22:00 thru 2024-12-05 02:00",
        "-:3:10: warning: clocks in Europe/Berlin skip 2024-03-31 02:30; the time is read as 03:30",
        "-:4:10: warning: clocks in Europe/Berlin show 2024-10-27 02:30 twice; the first one is "
          + "used",
        "-:5:30: warning: 2024-12-02 is not one of the dates of \"weekly on fri\"",
        "-:6:30: warning: months without a day 31 are skipped; for the last day write `monthly on "
          + "the last day`",
        "-:7:10: warning: \"tomorrow\" moves with the clock; write 2026-12-04, or run duecal resolve",
        "-:8:27: warning: only the first @due of a line counts",
      ])
    let json = try duecal(["check", "-", "--json", "--zone", "Europe/Berlin"], input: text)
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((document?["messages"] as? [Any])?.count == 8)
  }

  @Test func checkReportsWhatLooksLikeADateAndIsNone() throws {
    let text = """
      P:
      \t* star @due(2026-12-01)
      \t- open @due(2026-12-01
      \t- comma @due(2026-12-01), really
      \t- capital @Due(2026-12-01)
      \t- due@due(2026-12-01)
      \t- mail ann@example.org @due(2026-12-01)
      \t- ends @due(2026-12-01) @repeat(daily until 2026-01-01)
      \t- leap @due(2028-02-29) @repeat(yearly)
      \t- one @uid(x)
      \t- two @uid(x)
      \t- stranger @due(2026-12-04) @repeat(weekly on fri) @except(2026-12-05)
      """
    let run = try duecal(["check", "-"], input: text)
    let places = run.output.split(separator: "\n").map { $0.split(separator: ":").prefix(4) }
    #expect(
      places.map { $0.joined(separator: ":") } == [
        "-:2:9: warning", "-:3:9: error", "-:4:10: error", "-:5:12: warning", "-:6:7: warning",
        "-:8:34: warning", "-:9:34: warning", "-:11:8: error", "-:12:61: warning",
      ])
    #expect(run.status == 1)
  }

  @Test func whatIsWrongWithAWholeFileIsInTheJSONToo() throws {
    let scratch = try Scratch()
    let bad = try scratch.write("bad.taskpaper", Data([0x2D, 0x20, 0xFF]))
    for command in [["check"], ["export"]] {
      for file in [bad, "/proc/nowhere.taskpaper"] {
        let run = try duecal(command + ["--json", file])
        let document =
          try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect((document?["messages"] as? [Any])?.count == 1, "\(command) \(file)")
      }
    }
  }

  @Test func everyJSONDocumentIsAsFoundationPrintsIt() throws {
    var texts = TaskTextGenerator(seed: 4)
    let typed = """
      P: @due(2024-12-01 thru 2024-12-03)
      \t- "a\\b/c" @due(2024-12-04 10:00) @repeat(weekly on wed) @except(2024-12-11) @remind(15m)
      \t\t\u{7F}\u{2028}\u{1F600}
      \t- b @due(2024-12) @done(2024-12-01 10:00) @priority(1) @estimate(2h) @zone(Asia/Tokyo)
      \t- c @due(tomorrow) @uid(x) @remind(2024-12-01 09:00) @url(https://example.org/a) @at(home)
      """
    for text in [typed, ""]
      + (0..<5).map({ _ in String(decoding: texts.file(lines: 60), as: UTF8.self) })
    {
      for command in ["outline", "check", "export"] {
        let run = try duecal([command, "-", "--json"], input: text)
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let printed = try JSONSerialization.data(
          withJSONObject: document,
          options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        #expect(run.output == String(decoding: printed, as: UTF8.self) + "\n", "\(command) \(text)")
      }
    }
  }

  @Test func verifyProvesTheRoundTrip() throws {
    let scratch = try Scratch()
    let tasks = try scratch.write("a.taskpaper", "\u{FEFF}a\r\n\tb\rc")
    let calendar = try scratch.write("a.ics", "BEGIN:VCALENDAR\r\nX:1\r\n 2\r\n")
    let run = try duecal(["verify", tasks, calendar])
    #expect(run.status == 0)
    #expect(run.output.contains("a.taskpaper: 3 lines, 10 bytes, all come back"))
    #expect(run.output.contains("a.ics: 2 lines, 26 bytes, all come back"))
  }
}

@Suite("Hostile task files")
struct HostileTests {
  /// Generated files for machines without corpora: each is far larger than what a person writes.
  static let typed: [String: Data] = [
    "open tags": Data(String(repeating: " @a(", count: 50_000).utf8),
    "spaces": Data(("- a" + String(repeating: " ", count: 300_000) + "@b").utf8),
    "dashes": Data(String(repeating: "- ", count: 100_000).utf8),
    "escapes": Data(("- a @b(" + String(repeating: "\\)", count: 100_000)).utf8),
    "deep": Data(
      (0..<1200).map { String(repeating: "\t", count: $0) + "- a" }.joined(separator: "\n").utf8),
    "joiners": Data(("- " + String(repeating: "@\u{2060}", count: 100_000)).utf8),
    "injection": Data(
      "- a\u{2028}END:VTODO\u{B}BEGIN:VTODO @due(2024-01-01)\n- b\rEND:VCALENDAR\n".utf8),
    "controls": Data((0..<32).filter { $0 != 10 && $0 != 13 }.flatMap { [0x2D, 0x20, $0, 0x0A] }),
    "one line": Data(("- " + String(repeating: "word ", count: 600_000)).utf8),
    "empties": Data(String(repeating: "A:\n", count: 20_000).utf8),
    "equals": Data(String(repeating: "- same @due(2024-01-01)\n", count: 10_000).utf8),
    "rules": Data("- a @due(2024-01-01) @repeat(FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30)\n".utf8),
    "rule words": Data(
      ("- a @due(2024-01-01) @repeat(monthly on " + String(repeating: "the 1st and ", count: 80_000)
        + "the 2nd)").utf8),
    "weekdays": Data(
      ("- a @due(2024-01-01) @repeat(weekly on " + String(repeating: "mon,", count: 100_000) + ")")
        .utf8),
    "exceptions": Data(
      ("- a @due(2024-01-01) @repeat(daily)"
        + String(repeating: " @except(2024-01-02)", count: 60_000)).utf8),
    "places": Data(("- a" + String(repeating: " @location(x)", count: 30_000)).utf8),
    "words": Data(("- a" + (0..<60_000).map { " @t\($0)" }.joined()).utf8),
    "notes": Data(("- a\n" + String(repeating: "\tnote\n\n", count: 20_000)).utf8),
  ]

  @Test(arguments: typed.keys.sorted()) func aTypedFileIsAnswered(name: String) throws {
    try expectAnswer(Self.typed[name] ?? Data(), name)
  }

  @Test func everyHostileFileOfOthersIsAnswered() throws {
    for file in Corpora.files(in: "hostile/taskpaper", extensions: ["taskpaper"]) {
      try expectAnswer(Data(Corpora.bytes(file)), file.lastPathComponent)
    }
  }

  private func expectAnswer(_ data: Data, _ name: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write("hostile.taskpaper", data)
    let commands = [
      ["export"], ["export", "--json"], ["export", "--as", "both"], ["export", "--plain"],
      ["check"],
      ["outline"], ["outline", "--json"], ["verify"],
    ]
    for command in commands {
      let run = try duecal(command + [file, "-q"])
      #expect(
        [0, 1, 65].contains(run.status),
        "\(name) \(command): \(run.status) \(run.error.prefix(200))")
      #expect(
        run.processorSeconds < 2, "\(name) \(command) took \(run.processorSeconds) s")
      #expect(run.status == 0 || !run.error.isEmpty || !run.output.isEmpty, "\(name) \(command)")
      #expect(run.memory < 256 * 1024, "\(name) \(command) took \(run.memory) KiB")
    }
  }
}
