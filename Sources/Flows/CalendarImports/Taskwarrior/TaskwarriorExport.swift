import CalendarItems
package import Diagnostics
import ExactText
import ICalendar
import JSONText
package import TaskDates
import TaskText

/// The JSON of `task export`, as a calendar that an import reads like any other.
///
/// A value that no property of iCalendar holds becomes a property `X-TASKWARRIOR-…`, so that the import reports it as
/// not kept.
package struct TaskwarriorExport {
  /// The calendar.
  package private(set) var calendar: [UInt8] = []
  /// For each line of the calendar, the line of its task in the JSON, from 1.
  package private(set) var lines: [Int] = []
  /// The number of deleted tasks, which are left out.
  package private(set) var deletedCount = 0

  /// The beginning of the names of properties for values that iCalendar has no property for.
  static let prefix = "X-TASKWARRIOR-"

  /// True if a text may be JSON.
  package static func mayBeOne(_ bytes: [UInt8]) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// Reads the JSON.
  ///
  /// - Throws: A diagnostic with the place if it is not JSON, or not that of Taskwarrior.
  package init(parsing bytes: [UInt8], zone: Zone) throws(Fault) {
    let bytes = Self.array(bytes)
    let text: JSONText
    do throws(JSONError) {
      text = try JSONText(parsing: bytes)
    } catch {
      throw Self.fault(
        "\(error.reason.rawValue); expected what `task export` prints", at: error.offset, in: bytes)
    }
    let places = LineNumbers(bytes)
    var tasks: [TaskwarriorTask] = []
    for element in text.root.elements {
      guard let task = TaskwarriorTask(element) else {
        throw Self.fault(
          "this is not a task of Taskwarrior; expected an object with a uuid and a description",
          at: element.range.lowerBound, in: bytes)
      }
      tasks.append(task)
    }
    deletedCount = tasks.count { $0.status == "deleted" }
    write(TaskwarriorItems(zone: zone).items(tasks), zone, places)
  }

  /// What is wrong with a text, and where.
  package struct Fault: Error {
    package let diagnostic: Diagnostic
  }

  private static func fault(_ sentence: String, at offset: Int, in bytes: [UInt8]) -> Fault {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    let column = 1 + String(decoding: before[start...], as: UTF8.self).unicodeScalars.count
    let place = Place(line: line, column: column)
    return Fault(diagnostic: Diagnostic(.error, at: place, message: sentence))
  }

  /// The text as one array; with `rc.json.array=off` Taskwarrior writes an object in each line.
  private static func array(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) == UInt8(ascii: "{") else {
      return Array(text)
    }
    var joined = [UInt8(ascii: "[")]
    var isFirst = true
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isText = line.contains { ![0x20, 0x09, 0x0D].contains($0) }
      if isText, !isFirst, joined.last(where: { $0 > 0x20 }) != UInt8(ascii: ",") {
        joined.append(UInt8(ascii: ","))
      }
      if isText { isFirst = false }
      joined += line + [UInt8(ascii: "\n")]
    }
    if let last = joined.lastIndex(where: { $0 > 0x20 }), joined[last] == UInt8(ascii: ",") {
      joined[last] = 0x20
    }
    return joined + [UInt8(ascii: "]")]
  }

  // MARK: The calendar

  private mutating func write(
    _ found: [TaskwarriorItems.Found], _ zone: Zone, _ places: LineNumbers
  ) {
    let zones: ExactDictionary<Zone> = [zone.name: zone]
    var use = ZoneUse(zones: zones)
    for one in found { use.note(one.item) }
    var writer = CalendarWriter()
    writer.begin(CalendarHeader())
    writer.add(use)
    append(writer.take(), from: 1)
    let encoder = ItemEncoder(zones: zones)
    let end = Array("END:VTODO\r\n".utf8)
    for one in found {
      let component = encoder.lines(of: one.item)
      for (key, value) in one.others {
        writer.add(CalendarHeader.Property(name: Self.name(of: key), values: [value]))
      }
      let whole = component.dropLast(component.count < end.count ? 0 : end.count)
      append(whole + writer.take() + end, from: places.line(of: one.task.json.range.lowerBound))
    }
    append(CalendarWriter.end, from: 1)
  }

  /// The property for a key, whose name may be any text.
  private static func name(of key: String) -> String {
    prefix
      + String(
        key.uppercased().unicodeScalars.map { scalar in
          ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
        })
  }

  private mutating func append(_ bytes: [UInt8], from line: Int) {
    calendar += bytes
    lines += Array(repeating: line, count: bytes.count { $0 == UInt8(ascii: "\n") })
  }
}

/// The numbers of lines, by the offset of a byte.
private struct LineNumbers {
  private let ends: [Int]

  init(_ bytes: [UInt8]) { ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") } }

  func line(of offset: Int) -> Int { ends.partitionPoint { $0 < offset } + 1 }
}
