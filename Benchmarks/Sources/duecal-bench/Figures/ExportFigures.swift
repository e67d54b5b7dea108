import Foundation

/// Whole exports beside a C program that builds the same components with libical.
struct ExportFigures {
  let folder: URL
  let duecal: String
  let baseline: String

  func figures() -> [Figure] {
    let large = source(100_000)
    let small = source(10_000)
    let usages = Command.medians(of: 5, [export(large), libical(100_000), export(small)])
    let (cold, theirs, tenth) = (usages[0], usages[1], usages[2])
    return [
      Figure(
        name: "export of 100,000 tasks, cold", ours: Figure.time(seconds: cold.processor),
        baseline: "C with libical \(Figure.time(seconds: theirs.processor))",
        reached: cold.processor / theirs.processor, bar: 1.3, unit: "x"),
      Figure(
        name: "growth in time, 100,000 to 10,000", ours: Figure.time(seconds: cold.processor),
        baseline: "10,000 tasks \(Figure.time(seconds: tenth.processor))",
        reached: cold.processor / tenth.processor, bar: 13, unit: "x"),
      Figure(
        name: "memory of that export", ours: "\(Int(cold.memory / 1e6)) MB",
        baseline: "C with libical \(Int(theirs.memory / 1e6)) MB", reached: cold.memory / 1e6,
        bar: 250,
        unit: " MB"),
    ]
  }

  private func source(_ count: Int) -> String {
    let file = folder.appendingPathComponent("tasks-\(count).taskpaper")
    try? Workload.tasks(count).write(to: file, atomically: false, encoding: .utf8)
    return file.path
  }

  private func export(_ source: String) -> Command {
    let output = folder.appendingPathComponent("cold.ics").path
    return Command(duecal, "export", source, "--zone", "Europe/Berlin", "-q", "-o", output) {
      unlink(output)
    }
  }

  private func libical(_ count: Int) -> Command {
    Command(baseline, String(count), folder.appendingPathComponent("libical.ics").path)
  }
}
