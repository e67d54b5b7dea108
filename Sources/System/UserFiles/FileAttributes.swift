import Glibc

/// What a file is besides its bytes: who owns it, who may read it, what is noted on it.
enum FileAttributes {
  /// What a new file has of the old one.
  struct Kept {
    /// Everybody may read it who could.
    var forAll: Bool
    /// Owner, group, list of who may, mode and what is noted are the same.
    var whole: Bool

    static let all = Kept(forAll: true, whole: true)
  }

  /// Gives a new file what the old one had.
  ///
  /// What this person may not set, or the file system has not got, is left out, and nobody may read
  /// the new file who could not read the old one: where the group or the list of who may cannot be
  /// kept, fewer may.
  static func copy(
    from old: LockedFile, to new: borrowing OpenFile, path: String
  ) throws(FileError) -> Kept {
    let kept = try keepOwner(of: old.status, new, path: path)
    let hasNotes = try ExtendedAttributes.copyNotes(
      from: old.descriptor, to: new.descriptor, path: path)
    let list = try ExtendedAttributes.copyACL(
      from: old.descriptor, to: new.descriptor, path: path, isWanted: kept.group)
    var mode = old.status.st_mode & 0o7777
    if !kept.owner || !kept.group { mode &= 0o777 }
    if list == .lost { mode &= 0o700 } else if !kept.group { mode = withoutGroup(mode) }
    if try new.status(path, "write").st_mode & 0o7777 != mode {
      _ = try SystemCall.isPossible(path, "write") { fchmod(new.descriptor, mode) }
    }
    let difference = try new.status(path, "write").st_mode ^ old.status.st_mode
    let isTheirs = kept.owner && kept.group && list != .lost
    let isWhole = isTheirs && hasNotes && difference & 0o7777 == 0
    return Kept(forAll: difference & 0o777 == 0, whole: isWhole)
  }

  /// Keeps owner and group, or the group alone, which its members may.
  private static func keepOwner(
    of old: stat, _ new: borrowing OpenFile, path: String
  ) throws(FileError) -> (owner: Bool, group: Bool) {
    let descriptor = new.descriptor
    let present = try new.status(path, "write")
    let isOwner = present.st_uid == old.st_uid
    if isOwner, present.st_gid == old.st_gid { return (true, true) }
    for owner in [old.st_uid, uid_t.max] {  // the last one means: as it is
      if try SystemCall.isPossible(path, "write", call: { fchown(descriptor, owner, old.st_gid) }) {
        return (isOwner || owner == old.st_uid, true)
      }
    }
    return (isOwner, present.st_gid == old.st_gid)
  }

  /// The mode of a file whose group is another now: both groups may what all of them could.
  private static func withoutGroup(_ mode: mode_t) -> mode_t {
    let common = mode >> 3 & mode & 0o7
    return mode & 0o700 | common << 3 | common
  }
}
