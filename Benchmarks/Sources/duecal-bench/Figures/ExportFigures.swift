import Foundation

/// Compares whole exports with a C program that builds the same components with libical.
struct ExportFigures {
  let folder: URL
  let duecal: String
  let baseline: String

  func figures() -> [Figure] {
    let large = source(100_000)
    let small = source(10_000)
    let usages = Command.medians(
      of: 5,
      [export(large), libical(100_000), export(small), changed(100_000), unchanged(large)])
    let (cold, theirs, tenth) = (usages[0], usages[1], usages[2])
    return [
      Figure(
        name: "export of 100,000 tasks, cold", ours: Figure.time(seconds: cold.processor),
        baseline: "C with libical \(Figure.time(seconds: theirs.processor))",
        reached: cold.processor / theirs.processor, bar: 1.3, unit: "x"),
      Figure(
        name: "the same on all processors, wall time", ours: Figure.time(seconds: cold.wall),
        baseline: "C with libical \(Figure.time(seconds: theirs.wall))",
        reached: cold.wall / theirs.wall, bar: 0.8, unit: "x"),
      warm("the same, one task changed", usages[3], theirs, bar: 0.3),
      warm("the same, nothing changed", usages[4], theirs, bar: 0.15),
      Figure(
        name: "growth in time, 100,000 to 10,000", ours: Figure.time(seconds: cold.processor),
        baseline: "10,000 tasks \(Figure.time(seconds: tenth.processor))",
        reached: cold.processor / tenth.processor, bar: 13, unit: "x"),
      Figure(
        name: "memory of that export", ours: "\(Int(cold.memory / 1e6)) MB",
        baseline: "C with libical \(Int(theirs.memory / 1e6)) MB", reached: cold.memory / 1e6,
        bar: 250,
        unit: " MB"),
      cronFigure(small),
    ] + largeFigures(cold)
  }

  /// The memory for the export of a very large file, whose calendar is six times as large, and the time for each task
  /// beside that for 100,000 tasks.
  private func largeFigures(_ cold: Usage) -> [Figure] {
    let part = Workload.tasks(100_000)
    let copies = 100_000_000 / part.utf8.count + 1
    let file = folder.appendingPathComponent("large.taskpaper")
    let text = Data(repeatElement(part, count: copies).joined().utf8)
    try? text.write(to: file)
    let usage = Command.medians(of: 1, [export(file.path)])[0]
    let parts = cold.processor * Double(copies)
    return [
      Figure(
        name: "memory of an export of 100 MB", ours: "\(Int(usage.memory / 1e6)) MB",
        baseline: "the file \(text.count / 1_000_000) MB", reached: usage.memory / 1e6, bar: 400,
        unit: " MB"),
      Figure(
        name: "time of that export", ours: Figure.time(seconds: usage.processor),
        baseline: "\(copies) times 100,000 tasks \(Figure.time(seconds: parts))",
        reached: usage.processor / parts, bar: 1.3, unit: "x"),
    ]
  }

  private func warm(_ name: String, _ ours: Usage, _ theirs: Usage, bar: Double) -> Figure {
    Figure(
      name: name, ours: Figure.time(seconds: ours.processor),
      baseline: "C with libical \(Figure.time(seconds: theirs.processor))",
      reached: ours.processor / theirs.processor, bar: bar, unit: "x")
  }

  /// The time of a cron job when nothing has changed: little more than reading both files.
  private func cronFigure(_ source: String) -> Figure {
    let ours = unchanged(source)
    let output = ours.words.last ?? ""
    let usages = Command.medians(
      of: 15, [ours, Command("/usr/bin/sha256sum", source, output), Command(duecal, "--version")])
    let own = usages[0].processor - usages[2].processor
    return Figure(
      name: "unchanged, 10,000 tasks, without start-up", ours: Figure.time(seconds: own),
      baseline: "sha256sum \(Figure.time(seconds: usages[1].processor))",
      reached: own / usages[1].processor, bar: 5, unit: "x")
  }

  /// An export over the unchanged output of the same source.
  private func unchanged(_ source: String) -> Command {
    var command = export(source)
    command.words[command.words.count - 1] = source + ".ics"
    command.prepare = {}
    _ = command.run()
    return command
  }

  /// An export over the output from before a change of one title.
  private func changed(_ count: Int) -> Command {
    let before = unchanged(source(count)).words.last ?? ""
    let text = Workload.tasks(count).replacingOccurrences(
      of: "(\(count / 2))", with: "(\(count / 2)) now")
    let file = folder.appendingPathComponent("changed.taskpaper")
    try? text.write(to: file, atomically: false, encoding: .utf8)
    var command = export(file.path)
    let output = folder.appendingPathComponent("changed.ics").path
    command.words[command.words.count - 1] = output
    command.prepare = {
      unlink(output)
      try? FileManager.default.copyItem(atPath: before, toPath: output)
    }
    return command
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
