import Glibc

/// A call of the system that a signal may interrupt, and that says a number where it fails.
enum SystemCall {
  /// Makes a call, anew where a signal came between.
  @discardableResult
  static func make(
    _ path: String, _ action: String, call: () -> Int32
  ) throws(FileError) -> Int32 {
    while true {
      let answer = call()
      if answer >= 0 { return answer }
      let code = errno
      if code != EINTR { throw FileError(path, action, code: code) }
    }
  }

  /// Makes a call that not every file system or person can make; false where this is so.
  static func isPossible(
    _ path: String, _ action: String, call: () -> Int32
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      try make(path, action, call: call)
      return true
    } catch {
      guard error.isImpossible else { throw error }
      return false
    }
  }

  /// Waits until a descriptor that does not block is ready.
  static func wait(for descriptor: Int32, _ events: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
