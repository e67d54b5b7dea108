import Glibc

/// A program that is run without a shell, so its arguments are passed unchanged.
package struct SpawnedCommand {
  /// The program, which is looked up in `PATH`, and its arguments.
  package let words: [String]
  /// The environment of the program.
  package let environment: [String: String]
  /// True to redirect the program's output to standard error, because standard output contains a document.
  package var printsOnError: Bool

  /// Creates a command from a program with its arguments, and the environment.
  package init(words: [String], environment: [String: String], printsOnError: Bool = false) {
    self.words = words
    self.environment = environment
    self.printsOnError = printsOnError
  }

  /// Runs the program until it ends.
  ///
  /// - Parameter seconds: The time limit; the program is ended when it is over.
  /// - Returns: A description of the failure; nil if the program ended with status 0.
  package func run(atMost seconds: Int) -> String? {
    let (process, code) = spawn()
    guard code == 0 else {
      return "cannot be run: \(String(cString: strerror(code)))"
    }
    return Self.ending(of: process, until: .now + .seconds(seconds), seconds: seconds)
  }

  /// Describes how a process failed; nil if it ended with status 0.
  private static func ending(
    of process: pid_t, until end: ContinuousClock.Instant, seconds: Int
  ) -> String? {
    guard let status = wait(for: process, until: end) else {
      Self.end(process)
      return "took longer than \(seconds) seconds and was ended"
    }
    let signal = status & 0x7F
    if signal != 0 { return "was ended by signal \(signal)" }
    let exit = status >> 8 & 0xFF
    return exit == 0 ? nil : "ended with \(exit)"
  }

  /// The reason why a program returned no output.
  package struct Failure: Error {
    /// The rest of the sentence that begins with the program's name.
    package let sentence: String
  }

  /// Runs the program until it ends, and returns its output.
  ///
  /// - Parameters:
  ///   - seconds: The time limit; the program is ended when it is over.
  ///   - limit: The largest accepted output in bytes.
  package func output(atMost seconds: Int, limit: Int) -> Result<[UInt8], Failure> {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      return .failure(Failure(sentence: "cannot be run: \(String(cString: strerror(errno)))"))
    }
    // The program inherits only the end of the pipe that it writes to.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let (process, code) = spawn(printingTo: ends[1])
    close(ends[1])
    guard code == 0 else {
      return .failure(Failure(sentence: "cannot be run: \(String(cString: strerror(code)))"))
    }
    let end = ContinuousClock.now + .seconds(seconds)
    let bytes = Self.read(ends[0], until: end, limit: limit)
    if let sentence = Self.ending(of: process, until: end, seconds: seconds) {
      return .failure(Failure(sentence: sentence))
    }
    return .success(bytes)
  }

  /// Reads from a descriptor until its end.
  private static func read(
    _ descriptor: Int32, until end: ContinuousClock.Instant, limit: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limit {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let left = (end - .now) / .milliseconds(1)
      guard left > 0 else { break }
      let ready = poll(&waiting, 1, Int32(clamping: Int(left.rounded(.up))))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { break }
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return bytes
  }

  private func spawn(printingTo descriptor: Int32) -> (process: pid_t, code: Int32) {
    ChildProcess.spawn(words, environment, with: [SIGXFSZ], leading: true) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
    }
  }

  private func spawn() -> (process: pid_t, code: Int32) {
    ChildProcess.spawn(words, environment, with: [SIGXFSZ], leading: true) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      if printsOnError { posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) }
    }
  }

  // MARK: Waiting

  /// The exit status of a process; nil if it is still running at the end of the time limit.
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

  /// Ends a process and its whole group, first with a request; otherwise each run would leave its children running.
  private static func end(_ process: pid_t) {
    kill(-process, SIGTERM)
    let hasEnded = wait(for: process, until: .now + .seconds(2)) != nil
    kill(-process, SIGKILL)
    if !hasEnded { _ = ChildProcess.wait(for: process) }
  }
}
