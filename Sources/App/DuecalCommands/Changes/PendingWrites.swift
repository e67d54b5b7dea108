import Glibc
import UserFiles

/// The planned writes of a change of several files, saved until all of them are done.
///
/// If a run is killed between two files, a line may be in both of them, or missing from its new place. The next run
/// completes the writes that it finds here.
struct PendingWrites {
  /// The path of the saved writes.
  let path: String

  init(_ folder: StateFolder) {
    path = "\(folder.path)/pending-change"
  }

  /// True if a killed run left writes unfinished.
  var isLeft: Bool { access(path, F_OK) == 0 }

  /// Saves files, fsynced when this returns.
  func keep(_ files: [ChangedFile]) throws(FileError) {
    var bytes: [UInt8] = []
    for file in files {
      let name = Array(CanonicalPath.of(file.path).utf8)
      bytes += Array("\(name.count) \(file.old.count) \(file.new.count)\n".utf8)
      bytes += name + file.old + file.new
    }
    _ = try FileReplacement.write(bytes, to: path)
  }

  /// Removes the saved writes, after all or none of the files are written.
  func forget() { unlink(path) }

  /// The files that a killed run was about to write; nil if it left none.
  func left() throws(FileError) -> [ChangedFile]? {
    guard access(path, F_OK) == 0 else { return nil }
    var rest = try FileSnapshot.regular(path).bytes[...]
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
  /// Writes one file, or several under a lock; if one cannot be written, none is.
  ///
  /// - Parameter lock: The lock of the state folder, if the run has it.
  /// - Returns: False if a file changed since it was read; then no file is changed.
  func writeAll(
    _ files: [ChangedFile], _ state: StateFolder, messages: inout Messages,
    holding lock: FolderLock? = nil
  ) throws(FileError) -> Bool {
    let pending = PendingWrites(state)
    guard files.count > 1 || pending.isLeft else { return try write(files) }
    try state.make()
    let lock = try state.lock(unless: lock)
    defer { extendLifetime(lock) }
    guard !pending.isLeft else {
      try finish(pending, &messages)
      return false  // a file has changed since it was read
    }
    try pending.keep(files)
    defer { pending.forget() }
    return try write(files)
  }

  /// Finishes the writes of a killed run; false if there were any.
  func finishPending(
    _ state: StateFolder, _ messages: inout Messages, holding lock: FolderLock? = nil
  ) throws(FileError) -> Bool {
    let pending = PendingWrites(state)
    guard pending.isLeft else { return true }
    let lock = try state.lock(unless: lock)
    defer { extendLifetime(lock) }
    try finish(pending, &messages)
    return false
  }

  private func finish(
    _ pending: PendingWrites, _ messages: inout Messages
  ) throws(FileError) {
    for path in try finish(pending) {
      messages.warn(
        "\(path): a run was killed between two files, and this one was changed since; what it "
          + "moved may be in both")
    }
  }

  /// The bytes of a file; none for one that is still to be created, and nil if it cannot be read.
  private static func bytes(of path: String) -> [UInt8]? {
    do throws(FileError) { return try FileSnapshot.regular(path).bytes } catch {
      return error.isMissing ? [] : nil
    }
  }

  /// Completes what a killed run left.
  ///
  /// If it had written one of several files, the others are written too. But if one was changed since, all are left as
  /// they are.
  ///
  /// - Returns: The files that were changed since.
  private func finish(_ pending: PendingWrites) throws(FileError) -> [String] {
    guard let files = try pending.left() else { return [] }
    var changed: [String] = []
    var open: [ChangedFile] = []
    for file in files {
      let bytes = Self.bytes(of: file.path)
      if bytes == file.old {
        open.append(file)
      } else if bytes != file.new {
        changed.append(file.path)
      }
    }
    let isBegun = open.count + changed.count < files.count
    if isBegun, changed.isEmpty { _ = try continuing(files).write(open) }
    pending.forget()
    return isBegun ? changed : []
  }
}
