import ArgumentParser
import Diagnostics
import ExactText
import TaskEditing
import TaskText

/// `duecal tag`.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Set, add and remove the tags of a task.",
    usage: "duecal tag <task> [<tag> ...] [<options>]",
    discussion: """
      Write a TAG as in the file, with or without its @, or as NAME=VALUE. If the task already has the tag, \
      its value is replaced in place. A date in words is written as the date that it means now.

      Examples:
        duecal tag "call ann" @phone priority=1
        duecal tag "call ann" "due=friday 3pm" --remove someday
        duecal tag xfjt --add remind=1h --add remind=1d
        duecal tag --where "//Groceries//*" --all @errand
      """)

  @Argument(
    help: ArgumentHelp(
      "The task, and the tags to set; with --where only the tags.",
      valueName: "task> <tags"),
    completion: TagCompletion.afterTask)
  var words: [String] = []

  @OptionGroup(title: "Which tags") var more: TagListOptions
  @OptionGroup(title: "Which tasks") var choosing: ChoosingOptions
  @OptionGroup var change: ChangeOptions

  private var names: [String] { choosing.query.isGiven ? [] : Array(words.prefix(1)) }
  private var tags: [String] { Array(words.dropFirst(names.count)) }

  func validate() throws {
    try choosing.expect(names)
    if tags.isEmpty, more.add.isEmpty, more.remove.isEmpty {
      throw ValidationError("Missing a tag; expected one, or --add or --remove")
    }
    _ = try changes
  }

  private var changes: TagChanges {
    get throws {
      TagChanges(
        set: try tags.map(TagArgument.tag), added: try more.add.map(TagArgument.tag),
        removed: more.remove.map { String($0.drop { $0 == "@" }) })
    }
  }

  func run() throws {
    let run = try ChangeRun(change.writing, "tag")
    let chooser = TaskChooser(choosing, run.runEnvironment)
    let changes = try changes
    try run.run(change.files.file, naming: names) { draft, messages in
      for line in try chooser.lines(named: names, draft, messages: &messages) {
        draft.changes.tag(line, with: changes)
      }
    }
  }
}

/// Tags that are added or removed.
struct TagListOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add a tag, even if there is one of the same name (may be repeated).", valueName: "tag"),
    completion: TagCompletion.kind)
  var add: [String] = []

  @Option(
    help: ArgumentHelp("Remove all tags of this name (may be repeated).", valueName: "name"),
    completion: TagCompletion.kind)
  var remove: [String] = []
}

/// A tag that was given as an argument.
enum TagArgument {
  /// Reads `@name`, `name`, `@name(value)` or `name=value`; anything else is wrong usage.
  static func tag(_ text: String) throws -> Tag {
    guard let tag = Tag(argument: text) else {
      throw ValidationError(
        "\(text.quoted) is not a tag; expected one such as @phone or priority=1")
    }
    return tag
  }
}
