import CalendarItems
import Foundation
import ICalendar
import TaskDates

/// Reads a calendar into values, and prints the processor time: for the first reading, for a second one with the
/// earlier result, and for one after a change of one item.
///
/// usage: duecal-import FILE [OUTPUT]      (with OUTPUT, changes the title of one item and writes the file there)
func bytes(_ path: String) -> [UInt8] {
  [UInt8](FileManager.default.contents(atPath: path) ?? Data())
}

func changed(_ reading: CalendarReading) -> [UInt8] {
  guard let first = reading.items.first else { return reading.document.bytes }
  var item = first.item
  item.title = "changed"
  var edit = CalendarEdit(reading)
  edit.replace(first, with: item, at: Instant(seconds: 1_800_000_000))
  return edit.bytes
}

let arguments = CommandLine.arguments
let reading = CalendarReading(
  bytes: bytes(arguments[1]), threads: ProcessInfo.processInfo.activeProcessorCount)
if arguments.count == 3, arguments[2] == "--again" {
  let other = changed(reading)
  for bytes in [reading.document.bytes, other] {
    let start = clock()
    let again = CalendarReading(bytes: bytes, remembering: reading)
    print(Double(clock() - start) / Double(CLOCKS_PER_SEC), again.items.count)
  }
} else if arguments.count == 3 {
  try Data(changed(reading)).write(to: URL(fileURLWithPath: arguments[2]))
}
print(reading.items.count)
