import ArgumentParser
import TaskEditing

/// Where in a project a task goes.
struct PlaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Put it at the top or at the end.", valueName: "top|end"))
  var position = InsertionEnd.end

  @Flag(help: "Create the project if it is missing.")
  var create = false
}

/// The project that a new task goes into.
struct TargetProjectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Put it into this project, by name or path 'A / B'.", valueName: "project"),
    completion: ProjectCompletion.kind)
  var project: String?
}
