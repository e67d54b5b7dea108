import Dispatch
import Glibc

/// Says when something in folders changes (inotify), in pauses of a twentieth of a second.
///
/// Nothing of what changed is said, for much of it can be lost: whoever listens looks again.
final class FolderWatch {
  private let source: any DispatchSourceRead
  private let descriptor: Int32

  /// Begins to watch; nil where the system does not let it.
  init?(_ folders: [String], onChange: @escaping @Sendable () -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "duecal.folders"))
    let descriptor = descriptor
    source.setEventHandler {
      usleep(50_000)
      Self.drain(descriptor)
      onChange()
    }
    source.setCancelHandler { _ = close(descriptor) }
    watch(folders)
    source.activate()
  }

  deinit { source.cancel() }

  /// Watches folders; one that is watched already goes on being so.
  func watch(_ folders: [String]) {
    let events =
      IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
    for folder in folders { inotify_add_watch(descriptor, folder, UInt32(events)) }
  }

  /// Reads all that is there to be read.
  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
