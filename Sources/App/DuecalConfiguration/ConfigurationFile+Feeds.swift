package import Diagnostics
import ExactText
package import UserFiles

/// Why a table is not added to a configuration.
package enum ConfigurationAdditionError: Error {
  /// The file cannot be read or written.
  case file(FileError)
  /// With the table, the file would have an error.
  case fault(Diagnostic)
}

extension ConfigurationFile {
  /// Adds `[feed.NAME]` at the end of the file, which keeps all its bytes; a missing file is created.
  ///
  /// - Parameters:
  ///   - feed: The feed; one without a file gets none.
  ///   - home: The folder that `~` stands for; nil if there is none.
  package func add(
    _ feed: Configuration.Feed, home: String?
  ) throws(ConfigurationAdditionError) {
    let fault: Diagnostic?
    do throws(FileError) {
      try makeFolder()
      let lock = try FileLock(for: path)
      let bytes = Self.bytes(try lock.snapshot()?.bytes ?? [], with: feed)
      fault = content(of: bytes, home: home).faults.first
      if fault == nil { _ = try FileReplacement.write(bytes, under: lock) }
    } catch {
      throw .file(error)
    }
    if let fault { throw .fault(fault) }
  }

  /// Creates the folder of the file.
  private func makeFolder() throws(FileError) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
      return
    }
    try PrivateFolder.make(String(path[..<slash]))
  }

  /// The file with a feed at its end, in lines that end as its other lines do.
  private static func bytes(_ old: [UInt8], with feed: Configuration.Feed) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    let ending: [UInt8] =
      old.lastIndex(of: lineFeed).map { $0 > 0 && old[$0 - 1] == 0x0D } == true
      ? [0x0D, lineFeed] : [lineFeed]
    var bytes = old
    if let last = bytes.last, last != lineFeed { bytes += ending }
    if !bytes.isEmpty { bytes += ending }
    for line in feed.lines { bytes += Array(line.utf8) + ending }
    return bytes
  }
}

extension Configuration.Feed {
  /// The feed as a table.
  fileprivate var lines: [String] {
    var lines = ["[feed.\(ConfigurationText.key(name))]"]
    if let file { lines.append("file = \(ConfigurationText.quoted(file))") }
    if let sources { lines.append("files = \(ConfigurationText.list(sources))") }
    var seen: ExactSet = []
    for option in options where seen.insert(option.name).inserted {
      let values = options.filter { $0.name.utf8.elementsEqual(option.name.utf8) }
      let texts = values.compactMap(\.value)
      lines.append("\(option.name) = \(texts.isEmpty ? "true" : ConfigurationText.list(texts))")
    }
    return lines
  }
}
