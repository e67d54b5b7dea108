import ExactText
import UserFiles

/// The first file of a backup: its version, and the checksum of each other file.
struct StateManifest {
  static let name = "duecal-state"
  /// The folder of the other files in the archive.
  static let folder = "state/"
  private static let form = "duecal state 1"

  /// The version of duecal that wrote it.
  let version: String
  /// When it was written, as a person reads it.
  let time: String
  /// The checksums by the names of the files.
  let sums: [(sum: String, name: String)]

  init(_ files: [TarArchive.File], version: String, time: String) {
    (self.version, self.time) = (version, time)
    sums = files.map { (SHA256.digits(of: $0.bytes), $0.name) }
  }

  /// The text, whose last lines `sha256sum --check` reads.
  var file: TarArchive.File {
    let lines =
      [Self.form, "version \(version)", "time \(time)", ""]
      + sums.map { "\($0.sum)  \(Self.folder)\($0.name)" }
    return TarArchive.File(
      name: Self.name, bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  /// Reads the text; nil for that of a later version of the form, or of something else.
  init?(reading bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 5, lines[1].hasPrefix("version "), lines[2].hasPrefix("time "),
      ExactString(String(lines[0])) == ExactString(Self.form), lines[3].isEmpty
    else { return nil }
    version = String(lines[1].dropFirst("version ".utf8.count))
    time = String(lines[2].dropFirst("time ".utf8.count))
    sums = lines[4...].filter { !$0.isEmpty }.map { line in
      let (sum, name) = (line.prefix(64), line.dropFirst(66 + Self.folder.utf8.count))
      return (String(sum), String(name))
    }
  }

  /// True if a later version of duecal wrote it than another one.
  func isLater(than own: String) -> Bool {
    let (its, ours) = (Self.numbers(version), Self.numbers(own))
    return ours.lexicographicallyPrecedes(its)
  }

  private static func numbers(_ version: String) -> [Int] {
    version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }
}
