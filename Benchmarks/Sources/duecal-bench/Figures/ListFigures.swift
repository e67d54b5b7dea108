import Foundation

/// Measures lists, and one write to a folder of items.
///
/// Their bars are times and memory, and not the figures of another program.
struct ListFigures {
  let folder: URL
  let duecal: String

  func figures() -> [Figure] {
    storeFigures() + [
      memory("list all of 100,000 lines", file(100_000), "all", bar: 150)
    ] + weekFigures() + [smallFigure()]
  }

  // MARK: Stores

  /// Lists of the same 100,000 items in an SQLite file and in a folder, 54,000 of them overdue.
  private func storeFigures() -> [Figure] {
    let calendar = folder.appendingPathComponent("items.ics").path
    write(Self.calendar(0..<Self.count), to: calendar)
    let (database, items) = (path("items.sqlite"), path("items"))
    _ = command("store", "add", "sqlite:\(database)", "--list", "home").run()
    _ = command("store", "import", calendar, "sqlite:\(database)#home", "-q").run()
    try? FileManager.default.createDirectory(
      atPath: "\(items)/home", withIntermediateDirectories: true)
    for number in 0..<Self.count {
      write(Self.calendar(number..<number + 1), to: "\(items)/home/item-\(number)@example.org.ics")
    }
    let usages = Command.medians(
      of: 3, [command("list", "sqlite:\(database)"), command("list", "vdir:\(items)")])
    return [
      .seconds("list of a store with 100,000 items", usages[0], bar: 0.5),
      megabytes("memory of that list", usages[0], bar: 150),
      .seconds("the same items in a folder", usages[1], bar: 2.5),
      megabytes("memory of that list", usages[1], bar: 250),
      writeFigure(items),
    ]
  }

  /// One new item in a folder of 100,000, with its cache; each run is a new process.
  private func writeFigure(_ items: String) -> Figure {
    let usage = Command.medians(
      of: 5, [command("store", "add", "vdir:\(items)#home", "New", "item")])[0]
    return Figure(
      name: "one write to a folder of 100,000 items", ours: Figure.time(seconds: usage.wall),
      baseline: "-", reached: usage.wall * 1000, bar: 50, unit: " ms")
  }

  private static let count = 100_000

  /// 54 of 100 items are to-dos that are overdue, 6 are due later, 20 are done, and 20 are events.
  private static func calendar(_ numbers: Range<Int>) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n" + numbers.map(item).joined()
      + "END:VCALENDAR\r\n"
  }

  private static func item(_ number: Int) -> String {
    let (part, days) = (number % 50, number * 37 % 900 + 1)
    let isEvent = part >= 40
    let date = day(isEvent ? days - 450 : (27..<30).contains(part) ? days : -days)
    let dates = isEvent ? "DTSTART;VALUE=DATE:\(date)" : "DUE;VALUE=DATE:\(date)"
    let state = (30..<40).contains(part) ? "\r\nSTATUS:COMPLETED" : ""
    let kind = isEvent ? "VEVENT" : "VTODO"
    return "BEGIN:\(kind)\r\nUID:item-\(number)@example.org\r\nDTSTAMP:20261001T010640Z\r\n"
      + "SUMMARY:Item number \(number)\r\nDESCRIPTION:Notes of item \(number) that go on a little\r\n"
      + "\(dates)\(state)\r\nEND:\(kind)\r\n"
  }

  /// The date some days after that of all runs, as iCalendar writes it.
  private static func day(_ days: Int) -> String {
    date(days).replacingOccurrences(of: "-", with: "")
  }

  private static func date(_ days: Int) -> String {
    var seconds = time_t(1_795_608_000 + days * 86_400)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return String(format: "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday)
  }

  // MARK: Task files

  private func weekFigures() -> [Figure] {
    let usage = Command.medians(of: 1, [command("list", "week", file(1_000_000))])[0]
    return [
      .seconds("list week of 1,000,000 dated lines", usage, bar: 5),
      megabytes("memory of that list", usage, bar: 600),
    ]
  }

  private func smallFigure() -> Figure {
    let usages = Command.medians(
      of: 41, [command("list", file(10)), command("--version")])
    return Figure(
      name: "list of ten tasks, over --version", ours: Figure.time(seconds: usages[0].wall),
      baseline: "--version \(Figure.time(seconds: usages[1].wall))",
      reached: (usages[0].wall - usages[1].wall) * 1000, bar: 3, unit: " ms")
  }

  /// A file of dated lines, half of them overdue.
  private func file(_ count: Int) -> String {
    let file = path("list-\(count).taskpaper")
    var text = ""
    for number in 0..<count {
      if number % 20 == 0 { text += "Project \(number / 20):\n" }
      let time = number % 3 == 0 ? " 08:30" : ""
      let day = Self.dates[number * 37 % Self.dates.count]
      text += "\t- Write the report number \(number) @due(\(day)\(time)) @work\n"
    }
    write(text, to: file)
    return file
  }

  private static let dates = (-900..<900).map(date)

  // MARK: Rows

  private func memory(_ name: String, _ file: String, _ period: String, bar: Double) -> Figure {
    megabytes(name, Command.medians(of: 3, [command("list", period, file)])[0], bar: bar)
  }

  private func megabytes(_ name: String, _ usage: Usage, bar: Double) -> Figure {
    Figure(
      name: name, ours: "\(Int(usage.memory / 1e6)) MB", baseline: "-",
      reached: usage.memory / 1e6, bar: bar, unit: " MB")
  }

  private func command(_ words: String...) -> Command {
    .duecal(duecal, words, home: folder.path)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, to path: String) {
    try? text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}
