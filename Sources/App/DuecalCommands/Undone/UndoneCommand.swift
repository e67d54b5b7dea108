import ArgumentParser
import ExactText
import TaskEditing

/// `duecal undone`.
struct UndoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undone",
    abstract: "Reopen tasks that are done or cancelled.",
    discussion: """
      The done copy of a repeating task becomes a separate open task. To take back the whole step, use \
      duecal undo.

      Examples:
        duecal undone papers
      """)

  @Argument(help: "The tasks.", completion: TaskCompletion.closed)
  var task: [String] = []

  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions
  @OptionGroup var change: ChangeOptions

  func validate() throws { try choosing.expect(task) }

  func run() throws {
    let run = try ChangeRun(change.writing, "undone")
    let chooser = TaskChooser(choosing, run.runEnvironment, preferring: .closed)
    try run.run(change.files.file, naming: task) { draft, messages in
      for line in try chooser.lines(named: task, draft, messages: &messages) {
        draft.changes.reopen(line)
      }
    }
  }
}
