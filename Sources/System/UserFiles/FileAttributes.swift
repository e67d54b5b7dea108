import Glibc

/// The metadata of a file: owner, permissions and extended attributes.
enum FileAttributes {
  /// What a new file has kept of the old one.
  struct Kept {
    /// True if everybody who could read the old file can read the new one.
    var forAll: Bool
    /// True if owner, group, ACL, mode and extended attributes are the same.
    var whole: Bool

    static let all = Kept(forAll: true, whole: true)
  }

  /// Copies the metadata of the old file to a new one.
  ///
  /// What this person may not set, or the file system does not support, is left out. Nobody gains access: if the group
  /// or the ACL cannot be kept, fewer people may read the new file.
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

  /// Keeps owner and group, or only the group, which its members may set.
  private static func keepOwner(
    of old: stat, _ new: borrowing OpenFile, path: String
  ) throws(FileError) -> (owner: Bool, group: Bool) {
    let descriptor = new.descriptor
    let present = try new.status(path, "write")
    let isOwner = present.st_uid == old.st_uid
    if isOwner, present.st_gid == old.st_gid { return (true, true) }
    for owner in [old.st_uid, uid_t.max] {  // the last one means: unchanged
      if try SystemCall.isPossible(path, "write", call: { fchown(descriptor, owner, old.st_gid) }) {
        return (isOwner || owner == old.st_uid, true)
      }
    }
    return (isOwner, present.st_gid == old.st_gid)
  }

  /// The mode for a file whose group has changed: group and others get only the permissions that both had.
  private static func withoutGroup(_ mode: mode_t) -> mode_t {
    let common = mode >> 3 & mode & 0o7
    return mode & 0o700 | common << 3 | common
  }
}
