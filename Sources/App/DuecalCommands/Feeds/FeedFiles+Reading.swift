import StoreAccess
import UserFiles

extension FeedFiles {
  /// The files of a run.
  ///
  /// - Throws: `ExitStatus.configuration`, after a report, if the environment has no folder for them.
  static func found(_ runEnvironment: RunEnvironment) throws(ExitStatus) -> FeedFiles {
    _ = try StateFolder(runEnvironment)
    guard let files = FeedFiles(runEnvironment) else { throw .configuration }
    return files
  }

  /// The addresses.
  ///
  /// - Throws: `ExitStatus`, after a report, if they cannot be read.
  func read(_ messages: inout Messages) throws(ExitStatus) -> [FeedAddress] {
    do throws(FileError) {
      return try addresses.read()
    } catch {
      messages.fail("\(error)", .inputOutput)
      throw messages.status
    }
  }
}
