import Baselines
import Foundation
import TaskDates

/// Compares ten thousand rules over two years with libical's iterator and python-dateutil.
func ruleFigures() -> [Figure] {
  let rules = (0..<10_000).map(RuleWorkload.rule)
  let (ours, theirs) = Stopwatch.medians(of: 5) {
    for rule in rules { use(RuleWorkload.count(rule)) }
  } _: {
    for rule in rules { use(rule_dates(rule, RuleWorkload.start, RuleWorkload.end)) }
  }
  let figure = Figure(
    name: "10,000 rules over two years", ours: Figure.time(nanoseconds: ours),
    baseline: "libical's iterator \(Figure.time(nanoseconds: theirs))", reached: ours / theirs,
    bar: 1, unit: "x")
  return [figure] + (pythonFigure(rules, ours / Double(rules.count)).map { [$0] } ?? [])
}

/// Measures a part of the rules, since dateutil takes minutes for all of them.
private func pythonFigure(_ rules: [String], _ ours: Double) -> Figure? {
  let part = rules.prefix(500)
  let program = """
    import datetime, sys, time
    from dateutil import rrule
    start, end = datetime.datetime(2026, 1, 5, 9), datetime.datetime(2028, 1, 5, 9)
    rules = sys.stdin.read().split()
    begin = time.process_time()
    for rule in rules:
        for date in rrule.rrulestr(rule, dtstart=start):
            if date >= end:
                break
    print((time.process_time() - begin) / len(rules) * 1e9)
    """
  guard let theirs = Double(output(ofPython: program, part.joined(separator: "\n"))) else {
    return nil
  }
  return Figure(
    name: "a rule over two years", ours: Figure.time(nanoseconds: ours),
    baseline: "python-dateutil \(Figure.time(nanoseconds: theirs))", reached: theirs / ours,
    bar: 50, unit: "x", atLeast: true)
}

/// The output of a Python program for a text; empty where Python or dateutil is missing.
private func output(ofPython program: String, _ text: String) -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", program]
  let (input, output) = (Pipe(), Pipe())
  process.standardInput = input
  process.standardOutput = output
  guard (try? process.run()) != nil else { return "" }
  input.fileHandleForWriting.write(Data(text.utf8))
  input.fileHandleForWriting.closeFile()
  let printed = output.fileHandleForReading.readDataToEndOfFile()
  return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The rules: common ones of calendars, and some rare ones.
private enum RuleWorkload {
  static let start = "20260105T090000"
  static let end = "20280105T090000"
  private static let first = DateTimeParameters(secondNumber: 1_767_603_600)
  private static let last = DateTimeParameters(secondNumber: 1_830_675_600)

  static func rule(_ number: Int) -> String {
    let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    let (day, other) = (days[number % 7], days[(number / 7 + 1) % 7])
    let (month, date) = (1 + number % 12, 1 + number % 28)
    switch number % 10 {
    case 0: return "FREQ=DAILY;INTERVAL=\(1 + number % 5)"
    case 1, 2: return "FREQ=WEEKLY;BYDAY=\(day)"
    case 3: return "FREQ=WEEKLY;INTERVAL=2;BYDAY=\(day),\(other)"
    case 4: return "FREQ=MONTHLY;BYMONTHDAY=\(date)"
    case 5: return "FREQ=MONTHLY;BYDAY=\(1 + number % 4)\(day)"
    case 6: return "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(date)"
    case 7: return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=-1\(day)"
    case 8: return "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
    default: return "FREQ=DAILY;BYDAY=MO,WE,FR;BYHOUR=9,15"
    }
  }

  static func count(_ text: String) -> Int {
    guard let rule = try? RecurrenceRule(rrule: text), let first, let last else { return 0 }
    var dates = RuleDates(rule, from: first)
    var count = 0
    while let date = dates.next(), date < last { count += 1 }
    return count
  }
}
