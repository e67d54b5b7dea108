import ArgumentParser
import DuecalConfiguration
import ExactText
import StoreAccess
import TaskDates
import UserFiles

/// What a feed is made from, by the stamps of its files; no task file is read.
struct FeedInputs {
  private let runEnvironment: RunEnvironment
  private let export: FeedExport

  init(_ export: FeedExport, _ runEnvironment: RunEnvironment) {
    (self.export, self.runEnvironment) = (export, runEnvironment)
  }

  /// The task files and settings as a checksum; nil for other sources, such as those on a server.
  ///
  /// Every quarter of an hour has another one, because somewhere a day begins.
  var sources: String? {
    var inputs = RunInputs()
    inputs.add(texts: export.arguments + ["\(runEnvironment.now.seconds / 900)"])
    inputs.addSettings(runEnvironment, withState: false)
    let sources = LastRun.Sources(
      paths: paths, endings: export.command.sources.reading.endings(runEnvironment))
    return inputs.add(sources) ? SHA256.digits(of: inputs.bytes) : nil
  }

  /// The calendar and the state as a checksum; nil if a file was changed so recently that another change could leave the same
  /// stamp.
  var surroundings: String? {
    var inputs = RunInputs()
    inputs.addSettings(runEnvironment)
    inputs.add(path: export.calendar)
    return inputs.isSettled ? SHA256.digits(of: inputs.bytes) : nil
  }

  /// The folders whose changes are about the sources.
  var folders: [String] {
    paths.flatMap { path in
      if let place = StoreNames(runEnvironment).placeOnDisk(path) {
        return SyncWatch.folders(of: place)
      }
      // The folder above reports that this one is gone, or back.
      let above = CanonicalPath.folder(of: path)
      return FileTree.isFolder(path) ? FileTree.folders(in: path) + [above] : [above]
    }
  }

  private var paths: [String] {
    let given = export.command.sources.given
    return given.isEmpty ? DefaultSources.usual(runEnvironment) : given
  }
}

/// The export of a feed; parsing its arguments takes longer than the rest of a look without changes.
struct FeedExport {
  let arguments: [String]
  let calendar: String
  let command: ExportCommand

  /// Parses the arguments; nil if they do not fit together.
  ///
  /// - Parameter last: The export of the same feed before, which is used again if it is the same.
  static func of(_ feed: Configuration.Feed, writing calendar: String, _ last: FeedExport?)
    -> FeedExport?
  {
    let arguments = feed.arguments(writing: calendar)
    if let last, last.arguments.map(ExactString.init) == arguments.map(ExactString.init) {
      return last
    }
    guard let command = try? ExportCommand.parse(arguments) else { return nil }
    return FeedExport(arguments: arguments, calendar: calendar, command: command)
  }
}
