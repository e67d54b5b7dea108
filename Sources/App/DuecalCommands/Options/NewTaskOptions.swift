import ArgumentParser
import ExactText
import TaskBridge
import TaskEditing

/// How words that somebody typed become a task, or an item that is told like one.
struct NewTaskOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When it is due or takes place; no date is looked for among the words then.",
      valueName: "when"))
  var due: String?

  @Option(
    help: ArgumentHelp(
      "Add a tag, such as phone or priority=1 (may be repeated).", valueName: "tag"),
    completion: TagCompletion.kind)
  var tag: [String] = []

  @Option(help: ArgumentHelp("Add a note (may be repeated).", valueName: "text"))
  var note: [String] = []

  @Flag(help: "Take the words as they stand, dates and all.")
  var noDates = false

  func validate() throws {
    _ = try tag.map(TagArgument.tag)
  }

  /// The task of some words; what is wrong with them is said.
  func task(
    _ text: String, _ reader: LineFieldReader, clock: RunClock, messages: inout Messages
  ) throws -> NewTask {
    var options = NewTask.Options()
    options.takesDates = !noDates
    options.due = due
    options.notes = note
    options.tags = try tag.map(TagArgument.tag)
    do throws(NewTask.Fault) {
      return try NewTask(text, options, reader: reader, now: clock.now, zone: clock.zone)
    } catch {
      messages.fail("\(error)", .usage)
      throw ExitStatus.usage
    }
  }
}
