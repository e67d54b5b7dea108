import ArgumentParser

/// Which items a command is about, by their projects and tags.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only what is in this project, by name or path 'A / B' (may be repeated).",
      valueName: "project"),
    completion: ProjectCompletion.kind)
  var project: [String] = []

  @Option(
    help: ArgumentHelp("Only what has this tag (may be repeated).", valueName: "tag"),
    completion: TagCompletion.kind)
  var tag: [String] = []
}
