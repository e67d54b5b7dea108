import ExactText
import TaskDates
import UserFiles

/// The zone data that the last run with a store had, in the folder of the state.
///
/// A run whose zone files have the same stamps reads none of them.
struct KnownZoneData {
  private let path: String
  private let folder: String
  private let zoneFolder: String
  private let data: Data

  /// The zone data as lines of text.
  private struct Data {
    /// A hash of all zone files, and one of their stamps.
    let content: String
    let stamps: String
    let names: [String]

    var bytes: [UInt8] { Array(([content, stamps] + names).map { $0 + "\n" }.joined().utf8) }
  }

  /// True if the last run had the same data.
  let isCurrent: Bool

  /// Compares the present zone data with those of the last run.
  ///
  /// - Parameters:
  ///   - store: What identifies the store.
  ///   - runEnvironment: The environment, which names the folder of the state.
  /// - Returns: Nil if there is no folder for the state.
  init?(of store: String, _ runEnvironment: RunEnvironment) {
    guard let state = StateFolder.named(runEnvironment) else { return nil }
    folder = "\(state.path)/zones"
    path = "\(folder)/\(SHA256.digits(of: Array(store.utf8)).prefix(16))"
    zoneFolder = ZoneDatabase.systemFolder
    let lines = (try? FileSnapshot.regular(path).bytes).map(Self.lines) ?? []
    if lines.count > 2, Self.stamps(Array(lines[2...]), in: zoneFolder) == lines[1] {
      data = Data(content: lines[0], stamps: lines[1], names: Array(lines[2...]))
      isCurrent = true
      return
    }
    let names = Self.names
    data = Data(
      content: Self.content(names, in: zoneFolder), stamps: Self.stamps(names, in: zoneFolder),
      names: names)
    isCurrent = lines.first == data.content
    if isCurrent { save() }
  }

  /// Remembers the present data; without the file, the next run looks again.
  func save() {
    try? PrivateFolder.make(folder)
    guard let file = try? StampedFile(path) else { return }
    if let stamp = FileStamp(path: path) {
      _ = try? file.replace(stamp, with: data.bytes)
    } else {
      _ = try? file.make(data.bytes)
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The list of the names, and all zones in it.
  private static var names: [String] {
    let names = ZoneDatabase().names()
    return ["tzdata.zi"] + names.zones.sorted()
  }

  private static func stamps(_ names: [String], in folder: String) -> String {
    var bytes = Array(folder.utf8)
    for name in names { bytes += ChangeStamp(path: "\(folder)/\(name)")?.bytes ?? [0] }
    return SHA256.digits(of: bytes)
  }

  private static func content(_ names: [String], in folder: String) -> String {
    var sums = ""
    for name in names.dropFirst() {
      let bytes = (try? FileSnapshot.regular("\(folder)/\(name)").bytes) ?? []
      sums += "\(name) \(SHA256.digits(of: bytes))\n"
    }
    return SHA256.digits(of: Array(sums.utf8))
  }
}
