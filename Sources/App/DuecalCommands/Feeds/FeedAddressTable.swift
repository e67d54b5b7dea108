import ExactText
import StoreAccess
import UserFiles

/// The file with the secret addresses of feeds: a line with a digest, a time and a name for each.
struct FeedAddressTable: Sendable {
  /// The folder of the file, which has no others.
  let folder: String
  /// The file.
  var path: String { "\(folder)/feeds" }

  init(folder: String) { self.folder = folder }

  /// The addresses; none if the file does not exist.
  func read() throws(FileError) -> [FeedAddress] {
    do {
      return Self.addresses(in: try FileSnapshot.regular(path).bytes)
    } catch  where error.isMissing {
      return []
    }
  }

  /// Adds an address, and removes none.
  func add(_ address: FeedAddress) throws(FileError) {
    let line = "\(address.digest) \(address.made) \(address.name)\n"
    try change { Self.isWhole($0) ? $0 + Array(line.utf8) : $0 + Array("\n\(line)".utf8) }
  }

  /// Removes the addresses of a feed; other lines stay, also those that this version cannot read.
  func remove(_ name: String) throws(FileError) {
    try change { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      let kept = lines.filter { line in
        Self.address(line).map { !$0.name.utf8.elementsEqual(name.utf8) } ?? true
      }
      return kept.flatMap { $0 + [UInt8(ascii: "\n")] }
    }
  }

  private func change(_ edit: ([UInt8]) -> [UInt8]) throws(FileError) {
    try PrivateFolder.make(folder)
    PrivateFile.make(path)
    let lock = try FileLock(for: path)
    _ = try FileReplacement.write(edit(try lock.snapshot()?.bytes ?? []), under: lock)
  }

  // MARK: Lines

  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    bytes.last.map { $0 == UInt8(ascii: "\n") } ?? true
  }

  private static func addresses(in bytes: [UInt8]) -> [FeedAddress] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap(address)
  }

  private static func address(_ line: ArraySlice<UInt8>) -> FeedAddress? {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    let parts = text.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, parts[0].utf8.count == 64, parts[0].utf8.allSatisfy(isHexDigit) else {
      return nil
    }
    return FeedAddress(name: String(parts[2]), digest: String(parts[0]), made: String(parts[1]))
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
