import CLinuxFiles
import Glibc

/// Puts a whole folder in place of another one: at every moment, and after every failure, it is the old or the new one.
public enum FolderExchange {
  /// Gives a folder the path of another one.
  ///
  /// - Parameters:
  ///   - new: The complete new folder, beside the old one.
  ///   - path: The path of the old folder; there may be none.
  ///   - aside: The path, beside it, that the old folder gets; nil if there is no old folder.
  /// - Throws: `FileError` if it cannot be moved; then the old folder is in its place.
  public static func put(
    _ new: String, at path: String, keeping aside: String?
  ) throws(FileError) {
    let entry = try FolderEntry(unfollowed: path)
    let from = try FolderEntry(unfollowed: new)
    guard let aside else {
      try entry.occupy(with: from.name)
      return try entry.sync()
    }
    let kept = try FolderEntry(unfollowed: aside)
    guard try kept.status() == nil else { throw FileError(aside, "write", code: EEXIST) }
    if try entry.exchange(with: from.name) {
      do throws(FileError) {
        try entry.rename(from.name, to: kept.name)
      } catch {
        _ = try entry.exchange(with: from.name)
        throw error
      }
    } else {
      // A file system that cannot exchange names: for a moment there is no folder.
      try entry.rename(entry.name, to: kept.name)
      try entry.occupy(with: from.name)
    }
    try entry.sync()
  }
}
