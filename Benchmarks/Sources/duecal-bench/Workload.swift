import Baselines
import Foundation

/// The task files of all benchmarks.
enum Workload {
  /// A file of `count` dated tasks in projects of twenty, the same in each run.
  static func tasks(_ count: Int) -> String {
    var text = ""
    var project: Int32 = -1
    for index in 0..<Int32(count) {
      var task = workload_task()
      workload_task_at(index, &task)
      if task.project != project {
        project = task.project
        text += "Project \(project):\n"
      }
      text += line(of: task)
    }
    return text
  }

  /// The same tasks, each with a reminder and a note.
  static func fullTasks(_ count: Int) -> String {
    tasks(count).split(separator: "\n").map { line in
      line.hasSuffix(":")
        ? "\(line)\n"
        : "\(line) @remind(15m)\n\t\tA note, with a place: Müllerstraße, at the corner\n"
    }.joined()
  }

  /// Lines of every kind, for the parser alone.
  static func outline(lines count: Int) -> [UInt8] {
    Array((0..<count / 5).map(paragraph).joined().utf8)
  }

  /// A new folder for the run.
  static func folder() -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("duecal-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func line(of task: workload_task) -> String {
    var task = task
    let title = withUnsafePointer(to: &task.title) {
      $0.withMemoryRebound(to: CChar.self, capacity: 96) { String(cString: $0) }
    }
    let day = String(format: "%04d-%02d-%02d", task.year, task.month, task.day)
    let time = task.has_time == 1 ? String(format: " %02d:%02d", task.hour, task.minute) : ""
    let priority = task.priority > 0 ? " @priority(\(task.priority))" : ""
    return "\t- \(title) @due(\(day)\(time))\(priority) @\(String(cString: task.tag))\n"
  }

  private static func paragraph(_ index: Int) -> String {
    """
    Project \(index):
    \t- Write the report number \(index) @due(2024-11-\(10 + index % 20) 10:00) @work
    \t\tA note about it, with a place: Müllerstraße
    \t- Call Ann @done(2024-11-02) @phone @home


    """
  }
}
