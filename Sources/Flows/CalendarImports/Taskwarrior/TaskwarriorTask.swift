import CalendarItems
import ExactText
import JSONText
import TaskDates

/// A task in the JSON of `task export`.
struct TaskwarriorTask {
  /// The task as it is written.
  let json: JSONView
  /// The identifier, by which Taskwarrior knows a task everywhere.
  let uuid: String
  /// The title.
  let description: String
  /// `pending`, `waiting`, `completed`, `deleted` or `recurring`.
  let status: String

  /// Reads a task; nil for any other value.
  init?(_ json: JSONView) {
    guard let uuid = json["uuid"]?.string, !uuid.isEmpty,
      let description = json["description"]?.string
    else { return nil }
    self.json = json
    self.uuid = uuid
    self.description = description
    status = json["status"]?.string ?? "pending"
  }

  /// The UUID of the task that this one repeats.
  var parent: String? { json["parent"]?.string }
  /// The number of this repetition, from 0.
  var index: Int? { json["imask"]?.int ?? json["imask"]?.string.flatMap(Int.init) }
  /// The state of each repetition so far: `-` open, `+` completed, `X` deleted, `W` waiting.
  var mask: String { json["mask"]?.string ?? "" }
  /// True if it is neither completed nor deleted.
  var isOpen: Bool { status != "completed" && status != "deleted" }

  /// The moment of a key such as `due`.
  func instant(_ key: StaticString) -> Instant? { json[key]?.string.flatMap(Self.instant) }

  /// The texts of a list, which versions before 2.6 wrote as one text with commas.
  func texts(_ key: StaticString) -> [String] {
    guard let value = json[key] else { return [] }
    if let text = value.string { return text.split(separator: ",").map(String.init) }
    return value.elements.compactMap(\.string)
  }

  /// The annotations, the oldest first, each with its time.
  var annotations: [(entry: Instant?, text: String)] {
    (json["annotations"]?.elements ?? []).map { note in
      (note["entry"]?.string.flatMap(Self.instant), note["description"]?.string ?? "")
    }.enumerated().sorted { left, right in
      (left.element.0?.seconds ?? 0, left.offset) < (right.element.0?.seconds ?? 0, right.offset)
    }.map(\.element)
  }

  /// Reads a moment in UTC: `20261201T140000Z`, or the same with separators.
  static func instant(_ text: String) -> Instant? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }
    guard digits.count == 16, digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z"),
      let numbers = numbers(Array(digits[..<8] + digits[9..<15])),
      let date = try? DateParameters(year: numbers[0], month: numbers[1], day: numbers[2]),
      let time = try? TimeParameters(hour: numbers[3], minute: numbers[4], second: numbers[5])
    else { return nil }
    return Zone.utc.instant(of: DateTimeParameters(date: date, time: time))
  }

  private static func numbers(_ digits: [UInt8]) -> [Int]? {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14].map { range in
      digits[range].reduce(0) { $0 * 10 + Int($1 & 15) }
    }
  }
}
