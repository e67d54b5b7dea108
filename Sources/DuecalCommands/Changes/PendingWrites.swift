import Glibc
import UserFiles

/// What a change of several files is about to write, kept until all of it is written.
///
/// A run that is killed between two files leaves a line in both of them, or in neither's new place. The
/// next one finds here what is missing.
struct PendingWrites {
  /// Where they are kept.
  let path: String

  init(_ folder: StateFolder) {
    path = "\(folder.path)/pending-change"
  }

  /// Keeps files, on the disk when this is over.
  func keep(_ files: [ChangedFile]) throws(FileError) {
    var bytes: [UInt8] = []
    for file in files {
      let name = Array(CanonicalPath.of(file.path).utf8)
      bytes += Array("\(name.count) \(file.old.count) \(file.new.count)\n".utf8)
      bytes += name + file.old + file.new
    }
    _ = try FileReplacement.write(bytes, to: path)
  }

  /// Forgets them, once all are written or none.
  func forget() { unlink(path) }

  /// The files that a killed run was about to write, nil where it left none.
  func left() throws(FileError) -> [ChangedFile]? {
    guard access(path, F_OK) == 0 else { return nil }
    var rest = try FileSnapshot.read(path).bytes[...]
    var files: [ChangedFile] = []
    while let file = Self.take(from: &rest) { files.append(file) }
    return files
  }

  private static func take(from rest: inout ArraySlice<UInt8>) -> ChangedFile? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let counts = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      .compactMap { Int($0) }
    let room = rest.endIndex - end - 1
    guard counts.count == 3, counts.allSatisfy({ (0...room).contains($0) }),
      counts.reduce(0, +) <= room
    else { return nil }
    rest = rest[(end + 1)...]
    var parts: [[UInt8]] = []
    for count in counts {
      parts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return ChangedFile(
      path: String(decoding: parts[0], as: UTF8.self), old: parts[1], new: parts[2])
  }
}

extension ChangeWriting {
  /// Brings to an end what a killed run left.
  ///
  /// Where it had written one of several files, the others are written too; but where one was changed
  /// since, all are left as they are.
  ///
  /// - Returns: The files that were changed since.
  func finish(_ pending: PendingWrites) throws(FileError) -> [String] {
    guard let files = try pending.left() else { return [] }
    var changed: [String] = []
    var open: [ChangedFile] = []
    for file in files {
      let bytes = (try? FileSnapshot.read(file.path))?.bytes
      if bytes == file.old {
        open.append(file)
      } else if bytes != file.new {
        changed.append(file.path)
      }
    }
    let isBegun = open.count + changed.count < files.count
    if isBegun, changed.isEmpty { _ = try write(open) }
    pending.forget()
    return isBegun ? changed : []
  }
}
