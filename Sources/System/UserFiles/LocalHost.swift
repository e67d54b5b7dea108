import Glibc

/// The host that this process runs on, as far as an editor's mark refers to it.
enum LocalHost {
  /// The host name.
  static var name: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// True if a process is running and was already at a time in seconds since 1970; process numbers are reused.
  static func runs(_ process: Int, since seconds: Int) -> Bool {
    guard let number = pid_t(exactly: process), number > 0 else { return false }
    guard kill(number, 0) == 0 || errno == EPERM else { return false }
    return start(of: process).map { $0 <= seconds + 2 } ?? true
  }

  /// The time when a process started; nil if the system does not report it.
  private static func start(of process: Int) -> Int? {
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    guard ticks > 0, let boot,
      // The text before the last parenthesis is the program's name, which may contain any characters.
      let fields = text("/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " "),
      fields.count > 19, let start = Int(fields[19])
    else { return nil }
    return boot + start / ticks
  }

  /// The time when the system booted.
  private static var boot: Int? {
    let line = text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line.flatMap { Int($0.dropFirst(6)) }
  }

  private static func text(_ path: String) -> String? {
    (try? FileSnapshot.read(path)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
