import Glibc

/// A program that is run with arguments as they are, no shell between.
struct SpawnedCommand {
  /// The program, which is looked for in `PATH`, and its arguments.
  let words: [String]
  /// The variables that it gets.
  let environment: [String: String]
  /// True to send what it prints to standard error, as standard output has a document of ours.
  var printsOnError = false

  /// Runs the program to its end.
  ///
  /// - Parameter seconds: How long it may take; then it is ended.
  /// - Returns: What went wrong, nil if it ended with 0.
  func run(atMost seconds: Int) -> String? {
    let (process, code) = spawn()
    guard code == 0 else {
      return "cannot be run: \(String(cString: strerror(code)))"
    }
    guard let status = Self.wait(for: process, until: .now + .seconds(seconds)) else {
      Self.end(process)
      return "took longer than \(seconds) seconds and was ended"
    }
    let signal = status & 0x7F
    if signal != 0 { return "was ended by signal \(signal)" }
    let exit = status >> 8 & 0xFF
    return exit == 0 ? nil : "ended with \(exit)"
  }

  private func spawn() -> (process: pid_t, code: Int32) {
    ChildProcess.spawn(words, environment, with: [SIGXFSZ], leading: true) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      if printsOnError { posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) }
    }
  }

  // MARK: Waiting

  /// The status that a process ended with; nil if it still runs then.
  private static func wait(for process: pid_t, until end: ContinuousClock.Instant) -> Int32? {
    var status: Int32 = 0
    var pause: UInt32 = 200
    while true {
      let answer = waitpid(process, &status, WNOHANG)
      if answer == process { return status }
      if answer < 0, errno != EINTR { return 0x7F00 }
      if .now >= end { return nil }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  /// Ends a process and all that it has started, which would else be left by each run: they are asked
  /// first.
  private static func end(_ process: pid_t) {
    kill(-process, SIGTERM)
    let hasEnded = wait(for: process, until: .now + .seconds(2)) != nil
    kill(-process, SIGKILL)
    if !hasEnded { _ = ChildProcess.wait(for: process) }
  }
}
