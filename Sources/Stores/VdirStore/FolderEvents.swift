import Dispatch
import ExactText
import Glibc

/// What programs do in a folder from one moment on, as the system reports it (inotify).
final class FolderEvents: Sendable {
  private let descriptor: Int32

  /// Starts to listen; nil if the system does not allow it.
  init?(_ folder: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let events =
      IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE
      | IN_DELETE_SELF | IN_MOVE_SELF
    guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
      return nil
    }
  }

  // Also called if `init` returns nil.
  deinit {
    guard descriptor >= 0 else { return }
    // Closing takes the system as long as starting to listen if the folder is large; other work goes on meanwhile.
    DispatchQueue.global().async { [descriptor] in _ = close(descriptor) }
  }

  /// True if all events so far concern a file or its temporary files.
  func areAll(of name: String) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 8) { buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return count < 0 && errno == EAGAIN }
        guard Self.areAll(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]), of: name) else {
          return false
        }
      }
    }
  }

  /// The bytes of an event before its name: the watch, the mask, a cookie, and the length of the name.
  private static let head = 16

  private static func areAll(in events: UnsafeRawBufferPointer, of name: String) -> Bool {
    var start = 0
    while start + head <= events.count {
      let length = Int(events.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
      guard start + head + length <= events.count else { return false }
      let bytes = events[(start + head)..<(start + head + length)].prefix { $0 != 0 }
      let other = String(decoding: bytes, as: UTF8.self)
      // An event without a name concerns the folder, or tells that others were lost.
      guard other == name || other.hasPrefix(".\(name).duecal-") else { return false }
      start += head + length
    }
    return true
  }
}
