import Diagnostics
import DuecalConfiguration
import UserFiles

extension Configuration {
  /// The configuration of a run; empty if there is no file.
  ///
  /// - Throws: `ExitStatus.configuration` after printing the errors: no command runs with half a configuration.
  static func current(_ environment: [String: String]) throws(ExitStatus) -> Configuration {
    guard let file = ConfigurationFile(environment) else { return Configuration() }
    do throws(FileError) {
      guard let content = try file.read(home: environment.home) else { return Configuration() }
      if content.faults.isEmpty { return content.configuration }
      for fault in content.faults { Output.error.print("\(file.path):\(fault)".visible) }
    } catch {
      Output.error.print("duecal: \(error)".visible)
    }
    throw .configuration
  }
}
