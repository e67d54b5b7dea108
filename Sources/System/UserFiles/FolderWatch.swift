import Dispatch
import Glibc

/// Reports that something in folders has changed (inotify), at most every twentieth of a second.
///
/// It does not report what has changed, because events can be lost: the listener has to look.
package final class FolderWatch {
  private let source: any DispatchSourceRead
  private let descriptor: Int32
  private let includingWrites: Bool

  /// Starts to watch; nil if the system does not allow it.
  ///
  /// - Parameter includingWrites: Whether each write is reported, also before a program closes the file.
  package init?(
    _ folders: [String], includingWrites: Bool = false, onChange: @escaping @Sendable () -> Void
  ) {
    self.includingWrites = includingWrites
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

  /// Watches more folders; those that are watched already stay.
  package func watch(_ folders: [String]) {
    let events =
      IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF
    let all = includingWrites ? events | IN_MODIFY : events
    for folder in folders { inotify_add_watch(descriptor, folder, UInt32(all)) }
  }

  /// Reads all available events.
  private static func drain(_ descriptor: Int32) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
