import Foundation

/// The resources that one run of a command used.
struct Usage {
  /// Wall-clock time, in seconds.
  var wall: Double
  /// Processor time including that of children, in seconds.
  var processor: Double
  /// The maximum resident memory, in bytes.
  var memory: Double

  /// The three numbers with spaces between them.
  var text: String { "\(wall) \(processor) \(memory)" }

  init(wall: Double, processor: Double, memory: Double) {
    (self.wall, self.processor, self.memory) = (wall, processor, memory)
  }

  /// Reads the three numbers; nil for another text.
  init?(text: String) {
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    guard numbers.count == 3 else { return nil }
    self.init(wall: numbers[0], processor: numbers[1], memory: numbers[2])
  }
}

/// A command line that is run to its end, with its output discarded.
struct Command {
  var words: [String]
  var environment: [String] = ["PATH=/usr/bin:/bin", "SOURCE_DATE_EPOCH=1795162500"]
  /// Preparation before each run, which is not measured.
  var prepare: () -> Void = {}

  /// A command in the environment of this process.
  init(words: [String]) {
    self.words = words
    environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
  }

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

  /// Runs once, and measures it in another process of this program.
  ///
  /// The maximum memory of a process includes that of the process that started it, which is large here.
  func run() -> Usage {
    prepare()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { fatalError("cannot make a pipe") }
    let program = CommandLine.arguments[0]
    let child = start([program, Self.measuring] + words, output: ends[1])
    close(ends[1])
    let usage = Usage(text: Self.text(from: ends[0]))
    var exit: Int32 = 0
    waitpid(child, &exit, 0)
    guard let usage, exit == 0 else { fatalError("\(words) failed") }
    return usage
  }

  /// The first argument of a process of this program that runs a command and prints what it used.
  static let measuring = "--measure"

  /// Runs once, started by this process.
  func measure() -> Usage {
    let nothing = open("/dev/null", O_WRONLY)
    let start = Self.now()
    let child = self.start(words, output: nothing)
    var usage = rusage()
    var exit: Int32 = 0
    wait4(child, &exit, 0, &usage)
    guard exit & 0x7f == 0, (exit >> 8) & 0xff < 2 else { fatalError("\(words) failed") }
    return Usage(
      wall: Self.now() - start,
      processor: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      memory: Double(usage.ru_maxrss) * 1024)
  }

  /// Starts a program with an output, and without an output for errors.
  private func start(_ words: [String], output: Int32) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var child = pid_t()
    let status = withPointers(words) { arguments in
      withPointers(environment) { posix_spawn(&child, words[0], &actions, nil, arguments, $0) }
    }
    guard status == 0 else { fatalError("cannot start \(words[0])") }
    return child
  }

  /// All that can be read from a pipe, which is closed afterwards.
  private static func text(from pipe: Int32) -> String {
    defer { close(pipe) }
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 256))
    while true {
      let count = read(pipe, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer.prefix(count)
    }
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
