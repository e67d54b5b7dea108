import Foundation
import Testing

private func isInstalled(_ program: String) -> Bool {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
}

/// What Debian's packages `emacs-nox` and `taskwarrior` print; without them these tests are skipped.
@Suite("Bringing tasks from programs that are installed")
struct BringingProgramsTests {
  private static let org = """
    * TODO [#A] Pay rent                                               :money:
      DEADLINE: <2026-12-01 Tue +1m>
      :PROPERTIES:
      :EFFORT: 2:00
      :END:
      Ask the bank first.
    * Home
    ** TODO Call Ann                                                    :phone:
       SCHEDULED: <2026-12-03 Thu 15:00>
    ** DONE Old thing
       CLOSED: [2026-11-25 Wed 14:00]
    ** Dentist
       <2026-12-04 Fri 09:00-09:30>
    *** TODO Find the card
    ** TODO Both
       DEADLINE: <2026-12-05 Sat -3d> SCHEDULED: <2026-12-02 Wed>
    * Notes without tasks
      some text
    * TODO Water the plants                                             :@home:
      SCHEDULED: <2026-11-29 Sun .+3d>
      - a list item
      Ends in a colon:
    * TODO Fair <2026-12-14 Mon>--<2026-12-16 Wed> @lyon
    * TODO Twice
      <2026-12-07 Mon> and <2026-12-08 Tue>
    """ + "\n"

  private static let tasks = """
    - Pay rent @due(2026-12-01) @repeat(monthly) @priority(1) @money
    	Ask the bank first.
    Home:
    	- Call Ann @due(2026-12-03 15:00) @phone
    	- Old thing @done(2026-11-25 14:00)
    	- Dentist @due(2026-12-04 09:00 - 09:30) @event
    		- Find the card
    	- Both @due(2026-12-05) @start(2026-12-02)
    - Water the plants @due(2026-11-29) @repeat(every 3 days after done) @-home
    	\u{2060}- a list item
    	Ends in a colon:\u{2060}
    - Fair @\u{2060}lyon @due(2026-12-14 thru 2026-12-16)
    - Twice @due(2026-12-07)
    	<2026-12-07 Mon> and <2026-12-08 Tue>
    """ + "\n"

  @Test(.enabled(if: isInstalled("emacs"))) func emacsPrintsTheTasksOfAnOrgFile() throws {
    let scratch = try Scratch()
    try scratch.write("home.org", Self.org)
    let script = projectFolder.appendingPathComponent("Samples/org/tasks.el").path
    let printed = try run(
      ["/usr/bin/emacs", "--batch", "-Q", "--load", script, "home.org"], in: scratch.url,
      environment: ["HOME": scratch.url.path, "LC_ALL": "C.UTF-8"])
    #expect(printed.status == 0, "\(printed.error)")
    #expect(printed.output == Self.tasks)
    for lost in [":1: not kept: EFFORT 2:00", ":15: not kept: warning days", ": 1 more dates"] {
      let loss = lost.replacingOccurrences(of: ": 1 more", with: ": not kept: 1 more")
      #expect(printed.error.contains(loss), "\(loss)\n\(printed.error)")
    }
    try scratch.write("home.taskpaper", printed.output)
    let checked = try duecal(["check", "home.taskpaper"], in: scratch.url)
    #expect(checked.status == 0, "\(checked.output)")
  }

  @Test(.enabled(if: isInstalled("task"))) func taskwarriorsExportIsImported() throws {
    let scratch = try Scratch()
    try scratch.write("taskrc", "data.location=\(scratch.path("data"))\nconfirmation=no\n")
    try FileManager.default.createDirectory(
      atPath: scratch.path("data"), withIntermediateDirectories: true)
    let script = """
      export TASKRC=$PWD/taskrc TZ=Europe/Berlin
      task add 'Pay rent' due:2026-12-01 project:Home priority:H +money
      task 1 annotate 'ask the bank'
      task add 'Call "Ann"' due:2026-12-03T15:00 project:Home.Garden +phone
      task add Standup due:2027-01-04T09:30 recur:daily
      task add Done
      task export > t.json
      """
    // Taskwarrior needs a home folder.
    let world = ["HOME": scratch.url.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin"]
    let made = try run(["/bin/sh", "-c", script], in: scratch.url, environment: world)
    #expect(made.status == 0, "\(made.error)")
    let arguments = ["import", "t.json", "--into", "t.taskpaper"]
    #expect(try duecal(arguments, in: scratch.url, environment: world).status == 0)
    let text = try scratch.text("t.taskpaper")
    #expect(
      text.hasPrefix("Home:\n\t- Pay rent @due(2026-12-01) @priority(1) @money\n\t\t"), "\(text)")
    #expect(text.contains("ask the bank\n\tGarden:\n\t\t- Call \"Ann\" @due(2026-12-03 15:00)"))
    #expect(text.contains("- Standup @due(2027-01-04 09:30) @repeat(daily)\n"))
    let again = try run(
      ["/bin/sh", "-c", "TASKRC=$PWD/taskrc task export > t.json"], in: scratch.url,
      environment: world)
    #expect(again.status == 0)
    #expect(try duecal(arguments, in: scratch.url, environment: world).status == 0)
    #expect(try scratch.text("t.taskpaper") == text)
  }
}
