import Glibc

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
    guard let started = Self.start(command, variables, reading: ends[0]) else { return nil }
    process = started
    dup2(ends[1], STDOUT_FILENO)
    // Keys that interrupt are the pager's, and that it has ended is no reason to be killed.
    for number in [SIGINT, SIGQUIT, SIGPIPE] { signal(number, SIG_IGN) }
  }

  private static func start(
    _ command: String, _ variables: [String: String], reading input: Int32
  ) -> pid_t? {
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGXFSZ, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = []
    for word in ["sh", "-c", command] { words.append(strdup(word)) }
    var values: [UnsafeMutablePointer<CChar>?] = []
    for (name, value) in variables { values.append(strdup("\(name)=\(value)")) }
    defer { for word in words + values { free(word) } }
    words.append(nil)
    values.append(nil)
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &values)
    return code == 0 ? process : nil
  }

  /// Tells the pager that all is there, and waits until it has ended.
  ///
  /// - Returns: False where the pager could not be run.
  func finish() -> Bool {
    close(STDOUT_FILENO)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let hasExited = status & 0x7F == 0
    return !hasExited || ![126, 127].contains(status >> 8 & 0xFF)
  }
}
