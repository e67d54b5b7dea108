import ArgumentParser

/// Files as options, in every command that works with files.
struct FileOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: .file, completion: .file())
  var file: [String] = []
}
