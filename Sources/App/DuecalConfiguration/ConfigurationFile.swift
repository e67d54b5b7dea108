package import Diagnostics
import ExactText
package import UserFiles

/// The configuration file of a run.
package struct ConfigurationFile {
  /// The path of the file.
  package let path: String
  /// True if the environment names the file, which then has to exist.
  package let isNamed: Bool

  /// Finds the file that the environment names; nil if it turns the configuration off, or names no home folder.
  ///
  /// `DUECAL_CONFIG` names a file, or turns the configuration off if it is empty. Without it, the file is
  /// `$XDG_CONFIG_HOME/duecal/config.toml`, or `~/.config/duecal/config.toml`.
  package init?(_ environment: [String: String]) {
    if let named = environment["DUECAL_CONFIG"] {
      guard !named.isEmpty else { return nil }
      self.init(path: named, isNamed: true)
      return
    }
    let folders = ["XDG_CONFIG_HOME", "HOME"].map { environment[$0] ?? "" }
    if folders[0].hasPrefix("/") {
      self.init(path: "\(folders[0])/duecal/config.toml", isNamed: false)
    } else if folders[1].hasPrefix("/") {
      self.init(path: "\(folders[1])/.config/duecal/config.toml", isNamed: false)
    } else {
      return nil
    }
  }

  package init(path: String, isNamed: Bool) {
    self.path = path
    self.isNamed = isNamed
  }

  /// What was found: the values and their errors.
  package struct Content {
    package var configuration = Configuration()
    package var faults: [Diagnostic] = []
  }

  /// Reads the file; nil if it does not exist and need not.
  package func read(home: String?) throws(FileError) -> Content? {
    let bytes: [UInt8]
    do {
      bytes = try FileSnapshot.read(path).bytes
    } catch  where error.isMissing && !isNamed {
      return nil
    }
    return content(of: bytes, home: home)
  }

  /// Reads bytes as those of the file.
  func content(of bytes: [UInt8], home: String?) -> Content {
    guard bytes.count <= Self.limit else {
      let fault = "the file is larger than 1 MiB; expected a configuration"
      return Content(faults: [Diagnostic(.error, at: Place(line: 1, column: 1), message: fault)])
    }
    var reader = ConfigurationReader(home: home)
    reader.read(bytes)
    var content = Content(configuration: reader.configuration, faults: reader.faults)
    content.configuration.path = path
    return content
  }

  private static let limit = 1 << 20
}
