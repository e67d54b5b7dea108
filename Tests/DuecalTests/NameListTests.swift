import Foundation
import Testing

@Suite("Projects and tags are listed")
struct NameListTests {
  private static let tasks = """
    - Loose @phone
    Home: @place
    \t- Call Ann @phone @due(2026-12-07)
    \t- Sent @phone @done(2026-12-01)
    \tBills:
    \t\t- Pay rent @due(2026-12-01)
    \t\t- Pay water @done
    garden:
    \t- [x] Dig @Tool(spade)
    Empty:
    Archive:
    \tOld:
    \t\t- Gone @gone @done

    """

  @Test func projectsAreSortedWithTheirOpenTasks() throws {
    let home = try ChangeHome(Self.tasks)
    #expect(
      try home.change("projects")
        == "Empty         0\ngarden        1\nHome          2\nHome / Bills  1\n")
  }

  @Test func tagsAreSortedWithTheirOpenTasks() throws {
    let home = try ChangeHome(Self.tasks)
    #expect(try home.change("tags") == "phone  2\nplace  0\nTool   1\n")
  }

  @Test func aProjectOfSeveralFilesIsOne() throws {
    let home = try ChangeHome(Self.tasks)
    try home.scratch.write("more.taskpaper", "Home:\n\t- Sweep @phone\n")
    let files = ["home.taskpaper", "more.taskpaper"]
    #expect(try home.run(["projects"] + files).output.contains("Home          3\n"))
    #expect(try home.run(["tags"] + files).output.contains("phone  3\n"))
  }

  @Test func jsonHasAllTasks() throws {
    let home = try ChangeHome(Self.tasks)
    let projects = try rows("projects", home)
    #expect(projects.count == 4)
    #expect(
      projects[2]["name"] as? String == "Home" && projects[2]["path"] as? [String] == ["Home"])
    #expect(projects[2]["open"] as? Int == 2 && projects[2]["total"] as? Int == 4)
    #expect(projects[3]["path"] as? [String] == ["Home", "Bills"])
    let tags = try rows("tags", home)
    #expect(tags.map { $0["name"] as? String } == ["phone", "place", "Tool"])
    #expect(tags[0]["open"] as? Int == 2 && tags[0]["total"] as? Int == 3)
  }

  private func rows(_ command: String, _ home: ChangeHome) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(
      with: Data(home.change(command, "--json").utf8))
    let object = try #require(document as? [String: Any])
    #expect((object["messages"] as? [Any])?.isEmpty == true)
    return try #require(object[command] as? [[String: Any]])
  }

  @Test func anEmptyListIsReportedOnATerminal() throws {
    let home = try ChangeHome("- a @due(2026-12-07)\n")
    for command in ["projects", "tags"] {
      #expect(try home.change(command).isEmpty)
      #expect(try rows(command, home).isEmpty)
      let shown = try onTerminal([command, "home.taskpaper"], in: home.scratch.url)
      #expect(shown.contains("There are no \(command)."))
    }
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let home = try ChangeHome(Self.tasks)
    #expect(try home.run(["projects", "nowhere.taskpaper"]).status == 66)
    #expect(try home.run(["tags", "vdir:calendars"]).status == 2)
  }
}

/// What a terminal shows of a run of the command at home on Saturday, 5 December 2026.
func onTerminal(
  _ arguments: [String], in folder: URL, environment: [String: String] = [:]
) throws -> String {
  let script = projectFolder.appendingPathComponent("Tests/Shells/terminal.py").path
  let world = [
    "HOME": folder.path, "DUECAL_NOW": "2026-12-05T10:00:00Z", "TERM": "dumb", "DUECAL_PAGER": "",
    "COLUMNS": "100",
  ]
  let path = try #require(binary)
  let run = try run(
    ["/usr/bin/env", "python3", script, "", path] + arguments, in: folder,
    environment: world.merging(environment) { $1 })
  return run.output.replacingOccurrences(of: "\r\n", with: "\n")
}
