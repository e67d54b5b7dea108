import Glibc

/// What differs after every change of a file: its identity, its size, and the times of its contents and its metadata.
///
/// No program can set the time of the metadata, so a file that was restored, or whose own time was set back, has
/// another stamp.
public struct ChangeStamp: Hashable, Sendable {
  private let numbers: [Int]
  /// The later of both times, in seconds since 1970.
  private let seconds: Int

  /// The stamp of the file at a path, with links followed; nil if there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let (contents, metadata) = (status.st_mtim, status.st_ctim)
    numbers = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), contents.tv_sec, contents.tv_nsec, metadata.tv_sec, metadata.tv_nsec,
    ]
    seconds = max(contents.tv_sec, metadata.tv_sec)
  }

  /// True if the file was changed so shortly before a time that another change could leave the same stamp.
  ///
  /// Some file systems note only every second one.
  public func isRecent(at now: Int) -> Bool { seconds > now - 3 }

  /// Appends the stamp to some bytes.
  public func append(to bytes: inout [UInt8]) {
    for number in numbers {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }
}
