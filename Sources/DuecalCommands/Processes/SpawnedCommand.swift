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

  // MARK: Starting

  private func spawn() -> (process: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if printsOnError { posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) }
    Self.setSignals(&attributes)
    var process = pid_t()
    let code = Self.withCStrings(words) { words in
      Self.withCStrings(variables) { variables in
        words[0].map { posix_spawnp(&process, $0, &actions, &attributes, words, variables) }
          ?? ENOENT
      }
    }
    return (process, code)
  }

  /// Lets a program begin with the signals of any other: what we ignore or hold back, it would too.
  private static func setSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
  }

  private var variables: [String] {
    environment.map { "\($0.key)=\($0.value)" }.sorted()
  }

  /// Calls `body` with texts as C has them, a null behind the last.
  private static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
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

  /// Ends a process: it is asked first.
  private static func end(_ process: pid_t) {
    kill(process, SIGTERM)
    if wait(for: process, until: .now + .seconds(2)) != nil { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}
