import Glibc

/// A file next to the one that it will replace, named `.NAME.duecal-XXXXXX`.
///
/// It is locked while it is being written. So one that can be locked was left by a killed run, and the next run removes
/// it.
struct TemporaryFile: ~Copyable {
  let name: [CChar]
  let file: OpenFile

  private init(_ name: [CChar], _ file: consuming OpenFile) {
    self.name = name
    self.file = file
  }

  /// Creates a new file.
  ///
  /// - Parameter mode: The mode of the file, which the umask or the folder's default ACL reduces.
  static func make(for entry: FolderEntry, mode: mode_t) throws(FileError) -> TemporaryFile {
    for _ in 0..<100 {
      let name = name(for: entry)
      do throws(FileError) {
        let file = try entry.open(name, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        if try isOurs(file, name, entry: entry) { return TemporaryFile(name, file) }
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    throw FileError(entry.path, "write", code: EEXIST)
  }

  /// Locks a file that was just created; false if a run that tidies up was faster and removes it.
  private static func isOurs(
    _ file: borrowing OpenFile, _ name: [CChar], entry: FolderEntry
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      if try file.lock(entry.path) != .refused {
        return try file.status(entry.path, "write").st_nlink > 0
      }
      entry.remove(name)
      return false
    } catch {
      entry.remove(name)
      throw error
    }
  }

  /// Removes temporary files that killed runs left for this file.
  static func removeLeftovers(of entry: FolderEntry) {
    let start = prefix(for: entry)
    let leftovers = entry.names { name in
      name.count == start.count + letterCount && name.starts(with: start)
        && name.suffix(letterCount).allSatisfy(letters.contains)
    }
    for name in leftovers {
      guard let file = try? entry.open(name, O_RDONLY),
        let status = try? file.status(entry.path, "read"), status.st_mode & S_IFMT == S_IFREG,
        let locking = try? file.lock(entry.path), locking == .held
      else { continue }
      entry.remove(name)
    }
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  static let letterCount = 6
  /// The length of the longest ending, which may be the number of an edit.
  private static let longestEnding = 20
  private static let longestName = 255

  private static func name(for entry: FolderEntry) -> [CChar] {
    let ending = (0..<letterCount).map { _ in letters[Int.random(in: letters.indices)] }
    return name(for: entry, ending: String(decoding: ending, as: UTF8.self))
  }

  /// The name with an ending; files with an ending other than six letters are not removed as leftovers.
  static func name(for entry: FolderEntry, ending: String) -> [CChar] {
    (prefix(for: entry) + ending.utf8).map { CChar(bitPattern: $0) } + [0]
  }

  /// The name up to the ending; a name that would be too long is shortened.
  private static func prefix(for entry: FolderEntry) -> [UInt8] {
    let mark = Array(".duecal-".utf8)
    let room = longestName - 1 - mark.count - longestEnding
    let name = entry.name.dropLast().prefix(room).map { UInt8(bitPattern: $0) }
    return [UInt8(ascii: ".")] + name + mark
  }
}
