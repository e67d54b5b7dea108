import Glibc
import Processes

/// A running pager that reads standard output.
struct PagerProcess {
  private let process: pid_t

  /// Starts a pager, and replaces standard output with a pipe to it; nil if that fails.
  ///
  /// - Parameters:
  ///   - command: The command in the syntax of a shell.
  ///   - environment: The variables; `LESS` and `LV` get defaults with which a short text stays on the screen, and
  ///     colours are shown.
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
    // The pager handles interrupts from the keyboard, and its end must not kill this process.
    for number in [SIGINT, SIGQUIT, SIGPIPE] { signal(number, SIG_IGN) }
  }

  /// Closes the pipe, and waits until the pager has ended.
  ///
  /// - Returns: False if the pager could not be run.
  func finish() -> Bool {
    close(STDOUT_FILENO)
    let status = ChildProcess.wait(for: process)
    let hasExited = status & 0x7F == 0
    return !hasExited || ![126, 127].contains(status >> 8 & 0xFF)
  }
}
