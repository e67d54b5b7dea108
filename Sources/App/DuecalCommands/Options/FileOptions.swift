import ArgumentParser

/// Files as options, in every command that works with files.
struct FileOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Use this file, or the files of this folder (may be repeated).", valueName: "path"),
    completion: .file())
  var file: [String] = []
}
