import ArgumentParser
import ExactText
import TaskBridge
import TaskEditing
import TaskText

/// `duecal resolve`.
struct ResolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Write dates that move with the clock as the dates that they are now.",
    discussion: """
      @due(tomorrow) is another day each day, and no calendar can hold it. Of @due, @start, @done, \
      @cancelled, @remind, @except and @also it becomes the date that it is today; all else stays.

      Examples:
        duecal resolve inbox.taskpaper
        duecal resolve ~/notes --dry-run
      """)

  @OptionGroup var change: ChangeAllOptions

  func run() throws {
    try change.run("resolve") { draft, isFound in
      for (number, file) in draft.files.enumerated() {
        for (index, line) in file.document.lines.enumerated()
        where !line.tags.isEmpty && (line.kind == .task || line.kind == .project) {
          let line = LineRef(file: number, line: index)
          if isFound(line) { draft.changes.resolve(line) }
        }
      }
    }
  }
}
