import DuecalConfiguration
import ExactText
import UserFiles

/// A file in the cache folder with records of a few texts each; deleting it loses nothing.
struct CacheFile {
  private let folder: String
  private let path: String
  /// The first text of the file: its kind, and the stamp of the program, since another one may read files otherwise.
  private let head: [UInt8]

  /// Names the file; nothing is read yet.
  ///
  /// - Parameters:
  ///   - kind: The name of the folder for such files: `exports`.
  ///   - subject: What the file is about, such as the path of a feed.
  /// - Returns: Nil if there is no cache folder.
  init?(_ kind: String, about subject: String, _ runEnvironment: RunEnvironment) {
    let caches = runEnvironment.environment.folder("XDG_CACHE_HOME", else: ".cache")
    guard caches.hasPrefix("/") else { return nil }
    folder = "\(caches)/duecal/\(kind)"
    path = "\(folder)/\(SHA256.digits(of: Array(subject.utf8)).prefix(16))"
    head = Array("duecal \(kind) ".utf8) + (ChangeStamp(path: "/proc/self/exe")?.bytes ?? [])
  }

  /// The records; nil if the file is missing, damaged or that of another program.
  func records() -> [[ArraySlice<UInt8>]]? {
    guard let bytes = try? FileSnapshot.regular(path).bytes,
      let records = Self.records(bytes), let first = records.first, first.count == 1,
      first[0].elementsEqual(head)
    else { return nil }
    return Array(records.dropFirst())
  }

  /// Replaces the records; without the file, the next run only takes longer.
  func save(_ records: [[ArraySlice<UInt8>]]) {
    try? PrivateFolder.make(folder)
    guard let file = try? StampedFile(path) else { return }
    let bytes = Self.bytes(of: [[head[...]]] + records)
    if let stamp = FileStamp(path: path) {
      _ = try? file.replace(stamp, with: bytes)
    } else {
      _ = try? file.make(bytes)
    }
  }

  // MARK: Its form

  /// Each record is the number of its texts, and each text its length and its bytes.
  private static func bytes(of records: [[ArraySlice<UInt8>]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records {
      bytes += "\(record.count):".utf8
      for text in record {
        bytes += "\(text.count):".utf8
        bytes += text
      }
    }
    return bytes
  }

  private static func records(_ bytes: [UInt8]) -> [[ArraySlice<UInt8>]]? {
    var index = 0
    func number() -> Int? {
      var number = 0
      while index < bytes.count, number < 1 << 40 {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: ":") { return number }
        guard (0x30...0x39).contains(byte) else { return nil }
        number = number * 10 + Int(byte - 0x30)
      }
      return nil
    }
    func text() -> ArraySlice<UInt8>? {
      guard let length = number(), length <= bytes.count - index else { return nil }
      defer { index += length }
      return bytes[index..<index + length]
    }
    var records: [[ArraySlice<UInt8>]] = []
    while index < bytes.count {
      guard let count = number(), (1...7).contains(count) else { return nil }
      let texts = (0..<count).map { _ in text() }
      guard !texts.contains(nil) else { return nil }
      records.append(texts.compactMap(\.self))
    }
    return records
  }
}
