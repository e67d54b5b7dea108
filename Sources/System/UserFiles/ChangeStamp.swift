import Glibc

/// What differs after every change of a file: its identity, its size, and the times of its contents and its metadata.
///
/// No program can set the time of the metadata, so a file that was restored, or whose own time was set back, has
/// another stamp.
public struct ChangeStamp: Hashable, Sendable {
  let stamp: FileStamp
  /// The time of the metadata, in seconds since 1970, and nanoseconds.
  private let seconds: Int
  private let nanoseconds: Int

  /// The stamp of the file at a path, with links followed; nil if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    stamp = FileStamp(status)
    (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
  }

  /// True if the file was changed so shortly before a time that another change could leave the same stamp.
  ///
  /// Some file systems note only every second one.
  public func isRecent(at now: Int) -> Bool { max(seconds, stamp.seconds) > now - 3 }

  /// When contents or metadata were last changed, in seconds since 1970.
  package var changedAt: Int { seconds }

  /// The stamp as bytes; equal stamps have equal bytes.
  public var bytes: [UInt8] {
    let numbers = [
      Int(truncatingIfNeeded: stamp.identity.device),
      Int(truncatingIfNeeded: stamp.identity.number),
      stamp.size, stamp.seconds, stamp.nanoseconds, seconds, nanoseconds,
    ]
    return numbers.withUnsafeBytes { Array($0) }
  }
}
