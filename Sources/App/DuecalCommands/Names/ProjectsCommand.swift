import ArgumentParser
import ExactText

/// `duecal projects`.
struct ProjectsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "projects",
    abstract: "List the projects of task files, each with its open tasks.",
    discussion: """
      Each line has the path of a project, as other commands take it with --project, and the number of \
      open tasks in it and below it. A root project Archive is left out. --json also has the number of \
      all tasks.

      Examples:
        duecal projects
        duecal projects ~/notes --json
      """)

  @OptionGroup var options: NameListOptions

  func run() throws {
    try options.run("projects") { counts in
      counts.projects.map {
        NameRow(name: $0.path.joined(separator: " / "), path: $0.path, count: $0.count)
      }
    }
  }
}
