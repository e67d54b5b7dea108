import ArgumentParser
import ExactText

/// `duecal tags`.
struct TagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "List the tags of task files, each with its open tasks.",
    discussion: """
      Each line has the name of a tag, as other commands take it with --tag, and the number of open tasks \
      that have it. Tags to which duecal gives a meaning, such as @due and @done, are left out, and so is a \
      root project Archive. --json also has the number of all tasks.

      Examples:
        duecal tags
        duecal tags ~/notes --json
      """)

  @OptionGroup var options: NameListOptions

  func run() throws {
    try options.run("tags") { counts in
      counts.tags.map { NameRow(name: $0.name, path: nil, count: $0.count) }
    }
  }
}
