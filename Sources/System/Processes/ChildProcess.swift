package import Glibc

/// Starts other programs, and waits for them.
package enum ChildProcess {
  /// Starts a program with arguments as they are.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked for in `PATH`, and its arguments.
  ///   - environment: The variables that it gets.
  ///   - signals: Those that it does not find ignored: what we ignore, it would too.
  ///   - isLeader: True to let it lead a group of its own, with which what it starts can be ended.
  ///   - prepare: Says what its files are.
  /// - Returns: The process, and 0 or the error why there is none.
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

  /// Where a program is by the variables that it gets; `posix_spawnp` would look in ours.
  private static func program(_ name: String, in path: String?) -> String {
    guard let path, !name.contains("/") else { return name }
    let places = path.split(separator: ":").map { "\($0)/\(name)" }
    return places.first { access($0, X_OK) == 0 } ?? name
  }

  /// Lets a program begin with some signals as any other has them, and with none held back.
  private static func set(
    _ signals: [Int32], _ isLeader: Bool, attributes: inout posix_spawnattr_t
  ) {
    var set = sigset_t()
    sigemptyset(&set)
    posix_spawnattr_setsigmask(&attributes, &set)
    for signal in signals { sigaddset(&set, signal) }
    posix_spawnattr_setsigdefault(&attributes, &set)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    // A group of 0 is a new one.
    posix_spawnattr_setflags(
      &attributes, Int16(flags | (isLeader ? POSIX_SPAWN_SETPGROUP : 0)))
  }

  /// Calls `body` with texts as C has them, a null behind the last.
  package static func withCStrings<Value>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  /// Waits until a process has ended; gives the status that `waitpid` does.
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
