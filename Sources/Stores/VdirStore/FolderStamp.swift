import ExactText
import Glibc
import UserFiles

/// The identity of a folder, and the time of its last change.
struct FolderStamp: Equatable {
  /// The number of words.
  static let count = 4
  /// The device, the inode, and the time in seconds and nanoseconds.
  let words: [UInt64]

  init(_ words: ArraySlice<UInt64>) {
    self.words = Array(words)
  }

  init(_ status: stat) {
    words = [
      UInt64(status.st_dev), UInt64(status.st_ino),
      UInt64(bitPattern: Int64(status.st_mtim.tv_sec)),
      UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
    ]
  }

  /// The stamp of the folder at a path; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The longest tick of the system's clock in milliseconds, with a reserve.
  private static let tick = 15
  /// The longest tick of file systems that only have seconds, with a reserve, in nanoseconds.
  private static let wholeSeconds = 2_100_000_000

  /// True if a later change would have another time.
  ///
  /// File systems take the time of a change from the coarse clock, which advances with the ticks of the system.
  var isSettled: Bool {
    words[3] == 0
      ? age(CLOCK_REALTIME) >= Self.wholeSeconds : age(CLOCK_REALTIME_COARSE) > 0
  }

  /// Waits until a later change would have another time; false if that takes too long.
  func settle() -> Bool {
    if words[3] == 0 { return isSettled }
    for _ in 0..<Self.tick where !isSettled { usleep(1000) }
    return isSettled
  }

  /// The nanoseconds since the change; negative for a time to come, and 0 for one long ago that cannot be a time.
  private func age(_ clock: clockid_t) -> Int {
    var now = timespec()
    clock_gettime(clock, &now)
    let seconds = now.tv_sec - Int(truncatingIfNeeded: words[2])
    guard abs(seconds) < 4_000_000_000 else { return 0 }
    return seconds * 1_000_000_000 + now.tv_nsec - Int(truncatingIfNeeded: words[3])
  }

  /// True if the folder is in a file system of this machine, where the system reports what other programs do.
  ///
  /// A server's file system is changed by other machines as well.
  static func isReliable(in folder: String) -> Bool {
    var status = stat()
    guard stat(folder, &status) == 0,
      let mounts = try? FileSnapshot.read("/proc/self/mountinfo").bytes
    else { return false }
    let device = name(ofDevice: UInt64(status.st_dev))
    return String(decoding: mounts, as: UTF8.self).split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      guard fields.count > 2, fields[2].elementsEqual(device),
        let end = fields.firstIndex(where: { $0.elementsEqual("-") }), end + 1 < fields.count
      else { return false }
      return local.contains(String(fields[end + 1]))
    }
  }

  private static let local: ExactSet = [
    "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "bcachefs", "tmpfs",
  ]

  /// The name of a device in `/proc`, such as `254:0`.
  private static func name(ofDevice device: UInt64) -> String {
    let major = (device >> 8) & 0xFFF | (device >> 32) & ~0xFFF
    let minor = device & 0xFF | (device >> 12) & 0xFFFF_FF00
    return "\(major):\(minor)"
  }
}
