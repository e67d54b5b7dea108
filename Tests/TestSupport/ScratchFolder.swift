import Foundation

/// A folder for one test, which goes with it.
public final class ScratchFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes a folder.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("duecal-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A place in it.
  public func at(_ name: String) -> String { "\(path)/\(name)" }
}
