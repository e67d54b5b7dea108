import Glibc

/// A system call that a signal may interrupt, and that sets an error number if it fails.
enum SystemCall {
  /// Makes a call, and repeats it if a signal interrupts it.
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

  /// Makes a call that the file system or the permissions may not allow; false in that case.
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

  /// Waits until a nonblocking descriptor is ready.
  static func wait(for descriptor: Int32, _ events: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
