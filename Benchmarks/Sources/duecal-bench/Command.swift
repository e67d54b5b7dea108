import Glibc

/// The resources that one run of a command used.
struct Usage {
  /// Wall-clock time, in seconds.
  var wall: Double
  /// Processor time including that of children, in seconds.
  var processor: Double
  /// The maximum resident memory, in bytes.
  var memory: Double
}

/// A command line that is run to its end, with its output discarded.
struct Command {
  var words: [String]
  var environment: [String] = ["PATH=/usr/bin:/bin", "SOURCE_DATE_EPOCH=1795162500"]
  /// Preparation before each run, which is not measured.
  var prepare: () -> Void = {}

  init(_ words: String..., prepare: @escaping () -> Void = {}) {
    self.words = words
    self.prepare = prepare
  }

  /// A command of duecal in a home folder, in Berlin on 25 November 2026.
  static func duecal(_ binary: String, _ words: [String], home: String) -> Command {
    var command = Command(binary)
    command.words += words
    command.environment += [
      "HOME=\(home)", "TZ=Europe/Berlin", "DUECAL_NOW=2026-11-25T12:00:00Z",
    ]
    return command
  }

  /// Runs once.
  func run() -> Usage {
    prepare()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream: Int32 in [1, 2] {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
    }
    let start = Self.now()
    var child = pid_t()
    let status = withPointers(words) { arguments in
      withPointers(environment) { posix_spawn(&child, words[0], &actions, nil, arguments, $0) }
    }
    guard status == 0 else { fatalError("cannot start \(words[0])") }
    var usage = rusage()
    var exit: Int32 = 0
    wait4(child, &exit, 0, &usage)
    guard exit & 0x7f == 0, (exit >> 8) & 0xff < 2 else { fatalError("\(words) failed") }
    return Usage(
      wall: Self.now() - start,
      processor: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      memory: Double(usage.ru_maxrss) * 1024)
  }

  /// The medians of several runs of two commands, taken in turns.
  static func medians(of runs: Int, _ commands: [Command]) -> [Usage] {
    commands.forEach { _ = $0.run() }
    let rounds = (0..<runs).map { _ in commands.map { $0.run() } }
    return commands.indices.map { index in
      let sorted = rounds.map { $0[index] }
      return Usage(
        wall: sorted.map(\.wall).sorted()[runs / 2],
        processor: sorted.map(\.processor).sorted()[runs / 2],
        memory: sorted.map(\.memory).sorted()[runs / 2])
    }
  }

  private func withPointers<Result>(
    _ words: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = words.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
