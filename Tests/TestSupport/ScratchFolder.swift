import Foundation

/// A folder for one test, which is deleted with this value.
public final class ScratchFolder: Sendable {
  /// Its path.
  public let path: String

  /// Creates a folder.
  public init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("duecal-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func at(_ name: String) -> String { "\(path)/\(name)" }
}
