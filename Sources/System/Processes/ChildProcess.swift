package import Glibc

/// Starts other programs, and waits for them.
package enum ChildProcess {
  /// Starts a program with arguments that no shell expands.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments.
  ///   - environment: The environment of the program.
  ///   - signals: Signals that are reset to their default action; a child inherits signals that this process ignores.
  ///   - isLeader: True to start a new process group, so that the program and its children can be ended together.
  ///   - prepare: Sets up the program's file descriptors.
  /// - Returns: The process, and 0 or the error number if it could not be started.
  package static func spawn(
    _ words: [String], _ environment: [String: String], with signals: [Int32],
    leading isLeader: Bool = false, prepare: (inout posix_spawn_file_actions_t) -> Void
  ) -> (process: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    prepare(&actions)
    set(signals, isLeader, attributes: &attributes)
    var process = pid_t()
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let path = words.first.map { program($0, in: environment["PATH"]) } ?? ""
    let code = withCStrings(words) { words in
      withCStrings(variables) { variables in
        posix_spawnp(&process, path, &actions, &attributes, words, variables)
      }
    }
    return (process, code)
  }

  /// Looks up a program in the `PATH` of its own environment; `posix_spawnp` would use the `PATH` of this process.
  private static func program(_ name: String, in path: String?) -> String {
    guard let path, !name.contains("/") else { return name }
    let places = path.split(separator: ":").map { "\($0)/\(name)" }
    return places.first { access($0, X_OK) == 0 } ?? name
  }

  /// Resets some signals to their default action in the new program, and unblocks all signals.
  private static func set(
    _ signals: [Int32], _ isLeader: Bool, attributes: inout posix_spawnattr_t
  ) {
    var set = sigset_t()
    sigemptyset(&set)
    posix_spawnattr_setsigmask(&attributes, &set)
    for signal in signals { sigaddset(&set, signal) }
    posix_spawnattr_setsigdefault(&attributes, &set)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    // A process group of 0 means a new group.
    posix_spawnattr_setflags(
      &attributes, Int16(flags | (isLeader ? POSIX_SPAWN_SETPGROUP : 0)))
  }

  /// Calls `body` with texts as C strings, and a null pointer after the last.
  package static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// Waits until a process has ended, and returns its status as `waitpid` reports it.
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
