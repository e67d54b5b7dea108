import Foundation
import Testing

private let task = "- a @due(2024-12-01 10:00)\n"

@Suite("duecal export")
struct ExportCommandTests {
  @Test func aFileIsWrittenAndNotWrittenAgain() throws {
    let scratch = try Scratch()
    let source = try scratch.write("home.taskpaper", task)
    let first = try duecal(["export", source, "-o", scratch.path("home.ics"), "-v"])
    #expect(first.status == 0)
    #expect(first.output.isEmpty)
    #expect(first.error.contains("home.ics: written"))
    let before = try scratch.contents()
    let second = try duecal(
      ["export", source, "-o", scratch.path("home.ics"), "-v", "--zone", "Europe/Berlin"],
      environment: ["TZ": "Asia/Tokyo"])
    #expect(second.error.contains("home.ics: unchanged"))
    #expect(try scratch.contents() == before)
  }

  @Test func theOutputKeepsItsLinkAndItsMode() throws {
    let scratch = try Scratch()
    let source = try scratch.write("home.taskpaper", task)
    try scratch.write("real/home.ics", "BEGIN:VCALENDAR\nPRODID:-//duecal//duecal//EN\n")
    chmod(scratch.path("real/home.ics"), 0o640)
    symlink("real/home.ics", scratch.path("home.ics"))
    #expect(try duecal(["export", source, "-o", scratch.path("home.ics")]).status == 0)
    #expect(try scratch.text("real/home.ics").hasPrefix("BEGIN:VCALENDAR"))
    var status = stat()
    lstat(scratch.path("home.ics"), &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    stat(scratch.path("real/home.ics"), &status)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(try scratch.contents().count == 4)
  }

  @Test func theSameInputGivesTheSameBytesAtAnotherTimeAndPlace() throws {
    let scratch = try Scratch()
    let source = try scratch.write("notes/home.taskpaper", "P:\n\(task)\t- b @done(2024-01-01)\n")
    let first = try duecal(["export", source, "--zone", "Europe/Berlin"])
    let second = try duecal(
      ["export", "home.taskpaper", "--zone", "Europe/Berlin"],
      in: scratch.url.appendingPathComponent("notes"),
      environment: ["TZ": "America/New_York", "LC_ALL": "th_TH.UTF-8", "HOME": "/proc/nowhere"])
    #expect(first.output == second.output)
  }

  @Test func stampsAreTheFilesTimeOrSourceDateEpoch() throws {
    let scratch = try Scratch()
    let source = try scratch.write("a.taskpaper", task)
    let times = [
      timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0),
    ]
    utimes(source, times)
    #expect(try duecal(["export", source]).output.contains("DTSTAMP:20231114T221320Z"))
    let fixed = try duecal(["export", source], environment: ["SOURCE_DATE_EPOCH": "0"])
    #expect(fixed.output.contains("DTSTAMP:19700101T000000Z"))
    #expect(try duecal(["export", "-"], input: task).output.contains("DTSTAMP:19700101T000000Z"))
  }

  @Test func aFolderIsReadInOrderAndHiddenFilesAreNot() throws {
    let scratch = try Scratch()
    try scratch.write("b.taskpaper", "- b")
    try scratch.write("a/c.taskpaper", "- c")
    try scratch.write("a/d.todo", "\u{2610} d")
    try scratch.write(".hidden.taskpaper", "- no")
    try scratch.write(".git/x.taskpaper", "- no")
    try scratch.write("e.txt", "- e")
    symlink("..", scratch.path("a/loop"))
    let run = try duecal(["export", scratch.url.path, "--extension", "txt"])
    #expect(titles(run.output) == ["c", "d", "b", "e"])
  }

  @Test func aFileThatTwoPathsLeadToIsReadOnce() throws {
    let scratch = try Scratch()
    let file = try scratch.write("notes/a.taskpaper", task)
    symlink("a.taskpaper", scratch.path("notes/b.taskpaper"))
    let run = try duecal(
      ["export", file, scratch.path("notes"), "notes/../notes"], in: scratch.url)
    #expect(titles(run.output) == ["a"])
  }

  @Test func aTaskFileIsNeverReplacedByACalendar() throws {
    let scratch = try Scratch()
    let source = try scratch.write("a.taskpaper", task)
    try scratch.write("keep.txt", "what somebody would miss")
    symlink("a.taskpaper", scratch.path("link.ics"))
    let before = try scratch.contents()
    for output in ["a.taskpaper", "link.ics", "keep.txt", "new.taskpaper", "new.TODO"] {
      let run = try duecal(["export", source, "-o", scratch.path(output)])
      #expect(run.status == 4, "\(output)")
      #expect(run.errorLines.count == 1, "\(output)")
    }
    #expect(try scratch.contents() == before)
  }

  @Test func aFolderIsReadForFilesAlone() throws {
    let scratch = try Scratch()
    try scratch.write("b.TaskPaper", task)
    mkfifo(scratch.path("pipe.taskpaper"), 0o600)
    let run = try duecal(["export", scratch.url.path])
    #expect(run.status == 0)
    #expect(titles(run.output) == ["a"])
    // The command must not wait for a pipe without a writer.
    #expect(run.seconds < 20)
  }

  @Test func aNameThatIsNotUTF8IsReported() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", task)
    let name: [CChar] = Array(scratch.url.path.utf8CString.dropLast()) + [47, -23, 46, 116, 0]
    close(open(name, O_CREAT | O_WRONLY, 0o600))
    defer { unlink(name) }
    let run = try duecal(["export", scratch.url.path])
    #expect(run.status == 1)
    #expect(run.error.contains("the name is not UTF-8"))
    #expect(titles(run.output) == ["a"])
  }

  @Test func aProjectThatIsNotThereIsReported() throws {
    let run = try duecal(["export", "-", "--project", "Wrok"], input: "Work:\n\t- a\n")
    #expect(run.status == 4)
    #expect(
      run.error == "duecal: --project: there is no project \"Wrok\"; nothing is written\n")
    #expect(run.output.isEmpty)
    #expect(try duecal(["export", "-", "--project", "work"], input: "Work:\n\t- a\n").status == 0)
  }

  @Test func oneBrokenLineAmongAThousandIsReportedAndTheRestIsDone() throws {
    let lines = (1...1000).map { "- task \($0) @due(2024-12-0\($0 == 500 ? "x" : "1"))" }
    let run = try duecal(["export", "-"], input: lines.joined(separator: "\n"))
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.error.hasPrefix("-:500:"))
    #expect(titles(run.output).count == 1000)
    #expect(run.output.split(separator: "\r\n").count { $0.hasPrefix("DUE") } == 999)
  }

  @Test func aFileThatIsNoTextIsRefusedAndTheOthersAreDone() throws {
    let scratch = try Scratch()
    try scratch.write("a.taskpaper", Data("- a\n- b \u{E9}".utf8) + Data([0xE9, 0x0A]))
    try scratch.write("b.taskpaper", "- b\n")
    let run = try duecal(["export", "a.taskpaper", "b.taskpaper"], in: scratch.url)
    #expect(run.status == 1)
    #expect(run.error.hasPrefix("a.taskpaper:2:6: error: the byte 0xE9 is not UTF-8"))
    #expect(titles(run.output) == ["b"])
    #expect(try duecal(["export", scratch.path("a.taskpaper")]).output.isEmpty)
  }

  @Test func jsonIsOneDocumentWithEveryKey() throws {
    let text = """
      P:
      \t- a @due(2024-12-01 10:00) @remind(15m) @repeat(daily) @x(y)
      \t\t- b @due(x)

      stray
      """
    let run = try duecal(["export", "-", "--json"], input: text)
    #expect(run.status == 1)
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let items = try #require(document?["items"] as? [[String: Any]])
    #expect(items.count == 2)
    let keys = [
      "alarms", "allDay", "class", "color", "completed", "done", "due", "estimate", "id", "kind",
      "location",
      "notes", "occurrence", "occurrenceZone", "parent", "percent", "priority", "project",
      "recurrence", "replacesFuture", "source", "start", "startZone", "status", "tags", "title",
      "uid", "url",
    ]
    #expect(items.allSatisfy { $0.keys.sorted() == keys })
    let due = try #require(items[0]["due"] as? [String: Any])
    #expect(due["kind"] as? String == "date-time")
    #expect(due["start"] as? String == "2024-12-01T10:00")
    #expect(due["zone"] as? String == "Europe/Berlin")
    #expect(items[1]["parent"] as? String == items[0]["uid"] as? String)
    let lost = try #require(document?["lost"] as? [[String: Any]])
    #expect(lost.compactMap { $0["line"] as? Int } == [4, 5])
    let messages = try #require(document?["messages"] as? [[String: Any]])
    #expect(messages.compactMap { $0["column"] as? Int } == [12])
  }

  @Test func anAllDayDateIsOneDateUnderTwelveZones() throws {
    let zones = [
      "Pacific/Pago_Pago", "America/Los_Angeles", "America/New_York", "America/St_Johns",
      "Atlantic/Azores", "Etc/UTC", "Europe/Berlin", "Africa/Cairo", "Asia/Kathmandu", "Asia/Tokyo",
      "Pacific/Chatham", "Pacific/Kiritimati",
    ]
    for zone in zones {
      for form in [[], ["--as", "event"], ["--times", "utc"], ["--times", "floating"]] {
        let run = try duecal(
          ["export", "-"] + form, input: "- a @due(2024-04-26)\n", environment: ["TZ": zone])
        #expect(run.output.contains(";VALUE=DATE:20240426\r\n"), "\(zone) \(form)")
      }
    }
  }

  @Test func quietIsSilentWhenAllIsWell() throws {
    let run = try duecal(
      ["export", "-", "-q"], input: "stray note\n\n- a @start(2024-01-01) @due(2024-01-01)\n")
    #expect(run.status == 0 && run.error.isEmpty)
    let loud = try duecal(
      ["export", "-"], input: "stray note\n\n- a @start(2024-01-01) @due(2024-01-01)\n")
    #expect(loud.errorLines.count == 2)
  }

  private func titles(_ output: String) -> [String] {
    output.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY:") }.map {
      String($0.dropFirst(8))
    }
  }
}
