import Glibc
import UserFiles

extension StateFolder {
  /// Completes or reverts what killed runs left, and reports what stays.
  func recover(_ edits: FileEdits, _ messages: inout Messages) throws(FileError) {
    try adoptPendingWrites(edits)
    messages.report(try edits.recover(), edits)
  }

  /// Passes the files that a killed run of version 0.2 was about to write on to the journal of runs.
  func adoptPendingWrites(_ edits: FileEdits) throws(FileError) {
    let path = "\(self.path)/pending-change"
    guard access(path, F_OK) == 0 else { return }
    let lock = try lock()
    defer { extendLifetime(lock) }
    guard access(path, F_OK) == 0 else { return }  // another run was first
    var rest = try FileSnapshot.regular(path).bytes[...]
    var files: [ChangedFile] = []
    while let file = ChangedFile(from: &rest) { files.append(file) }
    try edits.adopt(files)
    unlink(path)
  }
}

extension ChangedFile {
  /// Reads a file of a pending change: the lengths of its path, old and new bytes in a line, and then these; nil at the
  /// end, or if the rest is damaged.
  fileprivate init?(from rest: inout ArraySlice<UInt8>) {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let counts = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      .compactMap { Int($0) }
    let room = rest.endIndex - end - 1
    guard counts.count == 3, counts.allSatisfy({ (0...room).contains($0) }),
      counts.reduce(0, +) <= room
    else { return nil }
    rest = rest[(end + 1)...]
    let parts = counts.map { count in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    self.init(path: String(decoding: parts[0], as: UTF8.self), old: parts[1], new: parts[2])
  }
}
