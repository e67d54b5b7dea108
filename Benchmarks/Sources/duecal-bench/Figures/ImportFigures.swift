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
    ] + againFigures(large, usages[1])
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
    let source = folder.appendingPathComponent("import-\(count).taskpaper")
    try? Workload.tasks(count).write(to: source, atomically: false, encoding: .utf8)
    let calendar = source.path + ".ics"
    _ = Command(duecal, "export", source.path, "--zone", "Europe/Berlin", "-q", "-o", calendar)
      .run()
    return calendar
  }
}
