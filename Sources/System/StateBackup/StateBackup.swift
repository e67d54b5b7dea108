import ExactText
import Glibc
import UserFiles

/// A copy of all that duecal keeps between runs, in one file.
///
/// ```swift
/// let backup = try StateBackup(of: folder, version: "0.2.0", time: "2026-11-30 19:00", copying: "/tmp")
/// try backup.bytes(time: now)  // an archive that `tar -tf` lists
/// ```
package struct StateBackup {
  /// The version of duecal that wrote it.
  package let version: String
  /// When it was written, as a person reads it.
  package let time: String
  let files: [TarArchive.File]

  /// The number of its files.
  package var count: Int { files.count }

  /// The first bytes of each SQLite file.
  static let databaseMark = Array("SQLite format 3\u{0}".utf8)

  // MARK: Writing

  /// Copies a state while other runs may use it; the caller has the locks of the folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the state.
  ///   - version: The version of this duecal.
  ///   - time: When it is copied, as a person reads it.
  ///   - temporary: A folder for copies of databases, which are removed again.
  /// - Throws: `StateBackupError`, or `FileError` if a file cannot be read.
  package init(
    of folder: String, version: String, time: String, copying temporary: String
  ) throws {
    guard FileTree.isFolder(folder) else { throw StateBackupError.noState(folder) }
    (self.version, self.time) = (version, time)
    var plain: [TarArchive.File] = []
    var databases: [HeldDatabase] = []
    let names = try Self.names(in: folder)
    for name in names where Self.isDatabase("\(folder)/\(name)") {
      databases.append(try HeldDatabase(name, in: folder))
    }
    for database in databases { try database.see() }
    // Files that are written together with the databases.
    for name in names where !databases.contains(where: { ExactString($0.name) == ExactString(name) }) {
      guard let bytes = try? FileSnapshot.regular("\(folder)/\(name)").bytes else {
        // An old version of a task file that another run has just removed.
        if FileTree.isGone("\(folder)/\(name)") { continue }
        throw FileError.unread("\(folder)/\(name)")
      }
      plain.append(TarArchive.File(name: name, bytes: bytes))
    }
    for database in databases { try database.release() }
    let copies = try Self.copies(of: databases, temporary)
    files = (plain + copies).sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private static func copies(
    of databases: [HeldDatabase], _ temporary: String
  ) throws -> [TarArchive.File] {
    var template = Array("\(temporary)/duecal-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError.unread(temporary) }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { rmdir(folder) }
    return try databases.map { database in
      let copy = "\(folder)/copy"
      defer { for ending in ["", "-wal", "-shm", "-journal"] { unlink(copy + ending) } }
      return TarArchive.File(name: database.name, bytes: try database.bytes(by: copy))
    }
  }

  /// The names of the files that a backup has, without those that belong to a database.
  private static func names(in folder: String) throws -> [String] {
    let all = try FileTree.files(in: folder) { name in
      !["-wal", "-shm", "-journal"].contains { name.hasSuffix($0) }
    }
    if let error = all.unreadable.first { throw error }
    return all.files
  }

  private static func isDatabase(_ path: String) -> Bool {
    let start = try? FileSnapshot.beginning(of: path, databaseMark.count)
    return start.map { $0.elementsEqual(databaseMark) } ?? false
  }

  /// The bytes of the backup.
  ///
  /// - Parameter time: The time of its files, in seconds since 1970.
  package func bytes(time: Int) throws(StateBackupError) -> [UInt8] {
    let manifest = StateManifest(files, version: version, time: self.time)
    let inFolder = files.map { file in
      TarArchive.File(name: StateManifest.folder + file.name, bytes: file.bytes)
    }
    return try TarArchive([manifest.file] + inFolder).bytes(time: time)
  }

  // MARK: Reading

  /// Reads a backup.
  ///
  /// - Parameter own: The version of this duecal.
  /// - Throws: `StateBackupError` if it is damaged, or a later version wrote it.
  package init(reading bytes: [UInt8], by own: String) throws(StateBackupError) {
    let archive = try TarArchive(reading: bytes)
    guard let first = archive.files.first, ExactString(first.name) == ExactString(StateManifest.name)
    else { throw .noBackup }
    guard let manifest = StateManifest(reading: first.bytes) else { throw .noBackup }
    guard !manifest.isLater(than: own) else { throw .later(manifest.version) }
    files = try Self.files(of: archive, manifest)
    (version, time) = (manifest.version, manifest.time)
  }

  private static func files(
    of archive: TarArchive, _ manifest: StateManifest
  ) throws(StateBackupError) -> [TarArchive.File] {
    let rest = archive.files.dropFirst()
    guard rest.count == manifest.sums.count else { throw .damaged(StateManifest.name) }
    var files: [TarArchive.File] = []
    for (file, (sum, name)) in zip(rest, manifest.sums) {
      let isSame = ExactString(file.name) == ExactString(StateManifest.folder + name)
      guard isSame, isPlain(name), ExactString(SHA256.digits(of: file.bytes)) == ExactString(sum)
      else { throw .damaged(name) }
      files.append(TarArchive.File(name: name, bytes: file.bytes))
    }
    return files
  }

  /// True for a path that leads nowhere but down.
  private static func isPlain(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !name.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }
}

extension FileError {
  /// The error of a file that cannot be read.
  fileprivate static func unread(_ path: String) -> FileError {
    do throws(FileError) {
      _ = try FileSnapshot.regular(path)
      return FileError(readOnly: path)
    } catch { return error }
  }
}
