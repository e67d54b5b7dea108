import Foundation
import Testing

@Suite("Exit statuses")
struct ExitStatusTests {
  @Test func allIsWell() throws {
    #expect(try duecal(["export", "-"], input: "- a\n").status == 0)
    #expect(try duecal(["--help"]).status == 0)
    #expect(try duecal(["--version"]).status == 0)
  }

  @Test func doneInPart() throws {
    #expect(try duecal(["export", "-"], input: "- a @due(x)\n").status == 1)
    #expect(try duecal(["check", "-"], input: "- a @due(x)\n").status == 1)
  }

  @Test(arguments: [
    ["export"], ["nonsense"], ["export", "-", "--as", "x"], ["export", "-", "--zone", "Mars/Base"],
    ["export", "-", "--zone", "../etc/passwd"], ["export", "-", "--done", "sometimes"],
    ["export", "-", "--from", "2024-02-30"], ["export", "-", "--class", "secret"], ["check"],
    ["check", "-", "--color", "red"], ["outline", "-", "--color", "teal"],
    ["verify", "-", "--color", "teal"], ["export", "-", "--color", "lightbleu"],
  ])
  func wrongUsage(arguments: [String]) throws {
    let run = try duecal(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty && !run.error.isEmpty)
  }

  @Test func aWrongColourOrSpanIsReportedWithWhatIsRight() throws {
    let color = try duecal(["export", "-", "--calendar-color", "lightbleu"]).error
    #expect(color.contains("a CSS colour name such as teal, or #RRGGBB"))
    let refresh = try duecal(["export", "-", "--refresh=-1h"])
    #expect(refresh.status == 2)
    #expect(
      refresh.error.contains(
        #""-1h" is not a span of a minute or more; expected one such as 30m, 1h or 1d"#))
  }

  @Test func noText() throws {
    let scratch = try Scratch()
    let file = try scratch.write("a.taskpaper", Data([0x2D, 0x20, 0xFF]))
    for command in ["export", "check", "outline"] {
      #expect(try duecal([command, file]).status == 65)
    }
    #expect(try duecal(["verify", file]).status == 0)
  }

  @Test func noInput() throws {
    let scratch = try Scratch()
    for command in ["export", "check", "outline", "verify"] {
      let run = try duecal([command, "/proc/nowhere/a.taskpaper"])
      #expect(run.status == 66)
      #expect(
        run.errorLines == [
          "duecal: /proc/nowhere/a.taskpaper: cannot read: No such file or directory"
        ])
    }
    #expect(try duecal(["export", scratch.url.path]).status == 66)
  }

  /// The tested command has no `duecal-net` in its folder; `Tests/Network` tests commands that do.
  @Test(arguments: ["show", "check", "occurrences"])
  func anAddressNeedsWhatReadsNetworks(command: String) throws {
    let run = try duecal([command, "https://ann:hush@example.org/a.ics"])
    #expect(run.status == 69)
    #expect(run.output.isEmpty)
    #expect(
      run.errorLines == [
        "duecal: https://example.org/a.ics: calendars on a network are read by duecal-net, which "
          + "is not installed; install it beside duecal (`make net` builds it)"
      ])
  }

  @Test(arguments: ["export", "outline", "verify"])
  func anAddressIsNoFile(command: String) throws {
    let run = try duecal([command, "https://ann:hush@example.org/a.ics"])
    #expect(run.status == 66)
    #expect(
      run.errorLines == [
        "duecal: https://example.org/a.ics: expected a file here, not an address"
      ])
  }

  @Test func notWritten() throws {
    let scratch = try Scratch()
    try scratch.write("file", "x")
    let run = try duecal(["export", "-", "-o", scratch.path("file/a.ics")], input: "- a\n")
    #expect(run.status == 73)
    #expect(
      try duecal(["export", "-", "-o", scratch.path("no/a.ics")], input: "- a\n").status == 73)
    #expect(try duecal(["export", "-", "-o", scratch.url.path], input: "- a\n").status == 73)
    #expect(try duecal(["export", "/dev/zero"]).status == 74)
    #expect(try duecal(["export", "-", "-o", "/dev/full"], input: "- a\n").status == 74)
  }

  @Test func againLater() throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.ics", "BEGIN:VCALENDAR\n")
    let other = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(other) }
    flock(other, LOCK_EX)
    let before = try scratch.contents()
    let run = try duecal(["export", "-", "-o", path], input: "- a\n")
    #expect(run.status == 75)
    #expect(run.error == "duecal: \(path): another run of duecal is writing it; try again later\n")
    #expect(try scratch.contents() == before)
    let json = try duecal(["export", "-", "-o", path, "--json"], input: "- a\n")
    #expect(json.status == 75 && json.output.contains("again later"))
  }

  @Test func aFullStandardOutputIsReported() throws {
    let path = try #require(binary)
    let run = try run(
      ["/bin/sh", "-c", "\(path) export - > /dev/full"], input: Data("- a\n".utf8))
    #expect(run.status == 74)
    #expect(run.error == "duecal: standard output: cannot write: No space left on device\n")
  }

  /// Root may do everything, so the command runs as `nobody`.
  @Test func notPermitted() throws {
    let scratch = try Scratch()
    let copy = scratch.path("duecal")
    try FileManager.default.copyItem(atPath: #require(binary), toPath: copy)
    let folder = scratch.path("closed")
    mkdir(folder, 0o555)
    let nobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let run = try run(
      (geteuid() == 0 ? nobody : []) + [copy, "export", "-", "-o", folder + "/a.ics"],
      input: Data("- a\n".utf8))
    #expect(run.status == 77)
    #expect(run.errorLines.count == 1)
  }

  @Test func noZones() throws {
    let run = try duecal(["export", "-"], environment: ["TZ": "Mars/Base"])
    #expect(run.status == 78)
    #expect(
      run.error
        == "duecal: TZ: there is no time zone \"Mars/Base\"; expected one such as Europe/Berlin\n")
  }

  @Test func surroundingsThatAreNotFit() throws {
    for environment in [
      ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"], ["TZ": "AAA-120"], ["SOURCE_DATE_EPOCH": "abc"],
      ["SOURCE_DATE_EPOCH": "-9223372036854775808"], ["SOURCE_DATE_EPOCH": "99999999999999"],
      ["DUECAL_NOW": "2026-12-03 15:00"], ["DUECAL_NOW": "soonZ"],
    ] {
      let run = try duecal(
        ["export", "-"], input: "- a @due(2024-01-01 10:00)\n", environment: environment)
      #expect(run.status == 78, "\(environment)")
      #expect(run.errorLines.count == 1)
    }
  }

  @Test func theWorstOfSeveralIsReported() throws {
    let scratch = try Scratch()
    let broken = try scratch.write("a.taskpaper", "- a @due(x)\n")
    #expect(try duecal(["export", broken, "/proc/nowhere"]).status == 66)
  }
}
