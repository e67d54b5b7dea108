import CalendarItems
import Foundation
import ICalendar
import TaskDates

/// A person in the list: `1990-03-14 Ann`.
struct Birthday {
  let day: DateParameters
  let name: String

  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let date = try? DatePayload(parsing: String(words[0])).value,
      date.isAllDay
    else {
      return nil
    }
    (day, name) = (date.firstDay, String(words[1]))
  }

  /// A yearly event; a birthday on 29 February is on the last day of that month.
  var item: CalendarItem {
    var rule = RecurrenceRule(.yearly)
    if day.month == 2, day.day == 29 { (rule.months, rule.monthDays) = ([2], [-1]) }
    var item = CalendarItem(
      kind: .event, uid: "\(TMDateType.date(day)) \(name)@birthdays", title: "\(name) (\(day.year))"
    )
    item.when = .date(day)
    item.recurrence = Recurrence(rule: rule)
    item.blocksTime = false
    return item
  }
}

guard CommandLine.arguments.count == 2,
  let list = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
else {
  print("usage: birthdays FILE >birthdays.ics   (lines as 1990-03-14 Ann)")
  exit(64)
}
var writer = CalendarWriter()
writer.begin(CalendarHeader(name: "Birthdays"))
var bytes = writer.take()
let encoder = ItemEncoder(zones: [:])
for line in list.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
  if let birthday = Birthday(line) {
    bytes += encoder.lines(of: birthday.item)
  } else {
    FileHandle.standardError.write(Data("no birthday: \(line)\n".utf8))
  }
}
bytes += CalendarWriter.end
FileHandle.standardOutput.write(Data(bytes))
