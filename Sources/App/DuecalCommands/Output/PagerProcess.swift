import Glibc
import Processes

/// A pager that runs and reads what standard output is given.
struct PagerProcess {
  private let process: pid_t

  /// Starts a pager, and puts a pipe to it in the place of standard output; nil where that fails.
  ///
  /// - Parameters:
  ///   - command: The command, as a shell reads it.
  ///   - environment: The variables; `LESS` and `LV` are set where they are not, so that a short text is
  ///     left on the screen, and colours are shown.
  init?(_ command: String, _ environment: [String: String]) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let variables = ["LESS": "FRX", "LV": "-c"].merging(environment) { $1 }
    let words = ["/bin/sh", "-c", command]
    let started = ChildProcess.spawn(words, variables, with: [SIGXFSZ, SIGPIPE]) { actions in
      posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    }
    guard started.code == 0 else { return nil }
    process = started.process
    dup2(ends[1], STDOUT_FILENO)
    // Keys that interrupt are the pager's, and that it has ended is no reason to be killed.
    for number in [SIGINT, SIGQUIT, SIGPIPE] { signal(number, SIG_IGN) }
  }

  /// Tells the pager that all is there, and waits until it has ended.
  ///
  /// - Returns: False where the pager could not be run.
  func finish() -> Bool {
    close(STDOUT_FILENO)
    let status = ChildProcess.wait(for: process)
    let hasExited = status & 0x7F == 0
    return !hasExited || ![126, 127].contains(status >> 8 & 0xFF)
  }
}
