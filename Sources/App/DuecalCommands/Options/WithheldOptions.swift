import ArgumentParser
import Diagnostics
import TaskBridge

/// The options that add lines which are left out by default.
struct WithheldOptions: ParsableArguments {
  @Flag(help: "Also take what is in a root project Archive.")
  var archive = false

  @Flag(help: "Also take lines that come from an import; they are in a calendar already.")
  var imported = false

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp(
      "Also take items of this @class; by default only public ones (may be repeated).",
      valueName: "private|confidential"), completion: .list(["private", "confidential"]))
  var classes: [String] = []

  func validate() throws { _ = try Self.names(of: classes) }

  /// The names of the classes that may be seen, in the spelling of iCalendar.
  static func names(of words: [String]) throws -> Set<String> {
    try Set(["PUBLIC"] + words.map(name))
  }

  private static func name(of word: String) throws -> String {
    guard let name = Vocabulary.classification(word) else {
      throw ValidationError("--class: \(word.quoted) is not one of public, private, confidential")
    }
    return name
  }
}
