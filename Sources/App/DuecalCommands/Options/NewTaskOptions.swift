import ArgumentParser
import ExactText
import TaskBridge
import TaskDates
import TaskEditing

/// The options for making a task or a similar item from typed words.
struct NewTaskOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "When it is due or takes place; then the words are not searched for a date or a repetition.",
      valueName: "when"), completion: DateCompletion.later)
  var due: String?

  @Option(
    help: ArgumentHelp(
      "Add a tag, such as phone or priority=1 (may be repeated).", valueName: "tag"),
    completion: TagCompletion.kind)
  var tag: [String] = []

  @Option(help: ArgumentHelp("Add a note (may be repeated).", valueName: "text"))
  var note: [String] = []

  @Flag(help: "Do not look for a date or a repetition in the words.")
  var noDates = false

  @Flag(help: "Leave all words in the title; only tags such as @home stay tags.")
  var literal = false

  func validate() throws {
    _ = try tag.map(TagArgument.tag)
  }

  /// Makes a task from words; errors in them are reported.
  func task(
    _ text: String, _ reader: LineFieldReader, clock: RunClock, messages: inout Messages
  ) throws -> NewTask {
    var options = NewTask.Options()
    options.takesDates = !noDates && !literal
    options.takesMarks = !literal
    options.conventions = clock.conventions
    options.due = due
    options.notes = note
    options.tags = try tag.map(TagArgument.tag)
    do throws(NewTask.Fault) {
      let task = try NewTask(text, options, reader: reader, now: clock.now, zone: clock.zone)
      messages.warn(ofOtherMeanings: task.ambiguities)
      for sentence in task.unread { messages.warn(sentence) }
      return task
    } catch {
      messages.fail("\(error)", .usage)
      throw ExitStatus.usage
    }
  }
}
