import Foundation
import Testing

/// The result of a run of the command.
struct Run {
  let status: Int32
  let output: String
  let error: String
  /// The wall-clock time, in seconds; on a busy machine it tells little about the command.
  let seconds: Double
  /// The processor time, in seconds.
  let processorSeconds: Double
  /// The maximum memory that was observed, in KiB.
  let memory: Int

  var errorLines: [Substring] { error.split(separator: "\n") }
}

/// The release binary that `make` built, at the path in the environment.
let binary: String? = ProcessInfo.processInfo.environment["DUECAL_BINARY"]

/// The folder of the project.
let projectFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Runs the command with the given environment variables and no others.
func duecal(
  _ arguments: [String], input: String = "", in folder: URL? = nil,
  environment: [String: String] = [:]
) throws -> Run {
  let path = try #require(binary, "DUECAL_BINARY does not name the command; use `make test`")
  let run = try run(
    [path] + arguments, input: Data(input.utf8), in: folder, environment: environment)
  // The form for Apple breaks a rule.
  if arguments.first == "export", !arguments.contains("equal") {
    try expectConformance(of: run, path)
  }
  return run
}

/// Runs a shell command in a home folder, where it finds `duecal` and what is in the folder `bin`.
func shell(_ line: String, in home: Scratch, environment: [String: String]) throws -> Run {
  let path = try #require(binary, "DUECAL_BINARY does not name the command; use `make test`")
  let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
  let own = ["PATH": "\(home.path("bin")):\(folder):/usr/bin:/bin", "HOME": home.url.path]
  return try run(
    ["/bin/sh", "-c", line], in: home.url, environment: own.merging(environment) { $1 })
}

/// Expects that a calendar on standard output breaks no rule.
private func expectConformance(of export: Run, _ path: String) throws {
  guard export.output.hasPrefix("BEGIN:VCALENDAR") else { return }
  let found = try run([path, "check", "-", "-q"], input: Data(export.output.utf8))
  #expect(found.status == 0, "\(found.output)")
}

/// Runs a program to its end, or for at most half a minute.
func run(
  _ command: [String], input: Data = Data(), in folder: URL? = nil,
  environment: [String: String] = [:]
) throws -> Run {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: command[0])
  process.arguments = Array(command.dropFirst())
  process.currentDirectoryURL = folder
  let world = ["PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin"]
  process.environment = world.merging(environment) { $1 }
  let scratch = try Scratch()
  let files = try ["in", "out", "err"].map { try scratch.handle($0, $0 == "in" ? input : Data()) }
  process.standardInput = files[0]
  process.standardOutput = files[1]
  process.standardError = files[2]
  let start = Date()
  try process.run()
  var (memory, processorSeconds) = (0, 0.0)
  while process.isRunning, Date().timeIntervalSince(start) < 30 {
    memory = max(memory, peakMemory(of: process.processIdentifier))
    processorSeconds = max(processorSeconds, processorTime(of: process.processIdentifier))
    usleep(2000)
  }
  if process.isRunning { process.terminate() }
  process.waitUntilExit()
  return Run(
    status: process.terminationStatus, output: try scratch.text("out"),
    error: try scratch.text("err"), seconds: Date().timeIntervalSince(start),
    processorSeconds: processorSeconds, memory: memory)
}

/// The maximum memory of a process so far, in KiB.
///
/// It is 0 for a process that has ended, and for one that is still a copy of this process, whose memory it would show.
private func peakMemory(of process: Int32) -> Int {
  let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  let its = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  guard own != its, let file = fopen("/proc/\(process)/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    guard strncmp(line, "VmHWM:", 6) == 0 else { continue }
    return line.withUnsafeBufferPointer { $0.baseAddress.map { Int(atol($0 + 6)) } ?? 0 }
  }
  return 0
}

/// The processor time of a process, in seconds; 0 for one that has ended.
private func processorTime(of process: Int32) -> Double {
  let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
  // The fields after the name: user and system time are the twelfth and the thirteenth (proc(5)).
  let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
  let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
  return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
}

/// A folder that is deleted when it is no longer used.
final class Scratch: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("duecal-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, Data(text.utf8))
  }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ name: String, _ data: Data) throws -> String {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  fileprivate func handle(_ name: String, _ data: Data) throws -> FileHandle {
    let path = try write(name, data)
    return try FileHandle(forUpdating: URL(fileURLWithPath: path))
  }

  /// All files with their bytes and times.
  func contents() throws -> [String: String] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: url.path)
    var contents: [String: String] = [:]
    for name in names {
      var status = stat()
      lstat(path(name), &status)
      let bytes = (try? Data(contentsOf: url.appendingPathComponent(name)))?.base64EncodedString()
      contents[name] = "\(status.st_ino) \(status.st_mtim) \(status.st_mode) \(bytes ?? "")"
    }
    return contents
  }
}
