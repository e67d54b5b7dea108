import CalendarItems
import Foundation
import ICalendar
import TaskDates

/// Compares reading calendars into values with a C program that parses the same bytes with libical.
struct ImportFigures {
  let folder: URL
  let duecal: String
  /// The program that reads a calendar as duecal does.
  let reader: String
  /// The program that parses it with libical.
  let baseline: String

  func figures() -> [Figure] {
    let (large, small) = (calendar(100_000), calendar(10_000))
    let output = folder.appendingPathComponent("changed.ics").path
    let usages = Command.medians(
      of: 5,
      [
        Command(reader, large), Command(baseline, large), Command(reader, small),
        Command(baseline, small), Command(reader, large, output), Command(baseline, large, output),
        Command(reader, small, output), Command(baseline, small, output),
      ])
    return [
      against("import of 100,000 items, cold", usages[0], usages[1], bar: 1.6),
      Figure(
        name: "the same on all processors, wall time", ours: Figure.time(seconds: usages[0].wall),
        baseline: "C with libical \(Figure.time(seconds: usages[1].wall))",
        reached: usages[0].wall / usages[1].wall, bar: 0.8, unit: "x"),
      against("import of 10,000 items, cold", usages[2], usages[3], bar: 1.6),
      against("the same 100,000, one changed and printed", usages[4], usages[5], bar: 1.6),
      against("the same 10,000, one changed and printed", usages[6], usages[7], bar: 1.6),
      Figure(
        name: "growth in time, 100,000 to 10,000", ours: Figure.time(seconds: usages[0].processor),
        baseline: "10,000 items \(Figure.time(seconds: usages[2].processor))",
        reached: usages[0].processor / usages[2].processor, bar: 13, unit: "x"),
      Figure(
        name: "growth in memory", ours: "\(Int(usages[0].memory / 1e6)) MB",
        baseline: "10,000 items \(Int(usages[2].memory / 1e6)) MB",
        reached: usages[0].memory / usages[2].memory, bar: 13, unit: "x"),
      Figure(
        name: "memory of that import", ours: "\(Int(usages[0].memory / 1e6)) MB",
        baseline: "C with libical \(Int(usages[1].memory / 1e6)) MB",
        reached: usages[0].memory / 1e6, bar: 250, unit: " MB"),
    ] + againFigures(large, usages[1]) + fileFigures()
  }

  /// The memory of imports into a task file, of items with notes, categories and an alarm.
  private func fileFigures() -> [Figure] {
    let calendar = calendar(99_000, of: Workload.fullTasks(99_000), called: "full")
    let changed = calendar + ".changed.ics"
    let text = String(decoding: Self.bytes(calendar), as: UTF8.self)
    try? text.replacingOccurrences(of: "(50000)", with: "(50000) now")
      .write(toFile: changed, atomically: false, encoding: .utf8)
    let target = folder.appendingPathComponent("imported.taskpaper").path
    let plain = memory(of: calendar, into: nil)
    let cold = memory(of: calendar, into: target)
    let again = memory(of: calendar, into: target)
    try? FileManager.default.removeItem(atPath: calendar)
    try? FileManager.default.moveItem(atPath: changed, toPath: calendar)
    let after = memory(of: calendar, into: target)
    let cases = [
      ("printed", plain), ("into a new file", cold), ("again, unchanged", again),
      ("again, one changed", after),
    ]
    return cases.map { name, memory in
      Figure(
        name: "memory of 99,000 full items, \(name)", ours: "\(Int(memory / 1e6)) MB",
        baseline: "the calendar \(text.utf8.count / 1_000_000) MB", reached: memory / 1e6, bar: 250,
        unit: " MB")
    }
  }

  private func memory(of calendar: String, into target: String?) -> Double {
    var command = Command(duecal, "import", calendar, "--zone", "Europe/Berlin", "-q")
    command.words += target.map { ["--into", $0] } ?? []
    command.environment.append("XDG_STATE_HOME=\(folder.path)/state")
    return command.run().memory
  }

  private func against(_ name: String, _ ours: Usage, _ theirs: Usage, bar: Double) -> Figure {
    Figure(
      name: name, ours: Figure.time(seconds: ours.processor),
      baseline: "C with libical \(Figure.time(seconds: theirs.processor))",
      reached: ours.processor / theirs.processor, bar: bar, unit: "x")
  }

  /// Reads the same source again: the work of the lexer, and of what changed.
  private func againFigures(_ path: String, _ theirs: Usage) -> [Figure] {
    let before = CalendarReading(bytes: Self.bytes(path))
    guard let old = before.items.dropFirst(50_000).first else { return [] }
    var item = old.item
    item.title = "changed"
    var edit = CalendarEdit(before)
    edit.replace(old, with: item, at: Instant(seconds: 1_800_000_000))
    let sources = [
      ("the same source again, unchanged", before.document.bytes, 0.15),
      ("the same source again, one item changed", edit.bytes, 0.2),
    ]
    return sources.map { name, bytes, bar in
      let time = Stopwatch.median(of: 5) { use(CalendarReading(bytes: bytes, remembering: before)) }
      return Figure(
        name: name, ours: Figure.time(nanoseconds: time),
        baseline: "C with libical \(Figure.time(seconds: theirs.processor))",
        reached: time / 1e9 / theirs.processor, bar: bar, unit: "x")
    }
  }

  private static func bytes(_ path: String) -> [UInt8] {
    [UInt8](FileManager.default.contents(atPath: path) ?? Data())
  }

  /// A calendar with a number of items, exported from the workload.
  private func calendar(_ count: Int) -> String {
    calendar(count, of: Workload.tasks(count), called: "import")
  }

  private func calendar(_ count: Int, of text: String, called name: String) -> String {
    let source = folder.appendingPathComponent("\(name)-\(count).taskpaper")
    try? text.write(to: source, atomically: false, encoding: .utf8)
    let calendar = source.path + ".ics"
    _ = Command(duecal, "export", source.path, "--zone", "Europe/Berlin", "-q", "-o", calendar)
      .run()
    return calendar
  }
}
